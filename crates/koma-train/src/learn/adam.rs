//! Adam (Kingma and Ba, 2015).

/// The state of a list of numbers that are learnt.
#[derive(Clone)]
pub(super) struct Adam {
    pub values: Vec<f32>,
    pub slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub fn new(values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { slopes: zeros.clone(), mean: zeros.clone(), square: zeros, values, steps: 0 }
    }

    /// Makes all values smaller by a share.
    pub fn shrink(&mut self, share: f32) {
        self.values.iter_mut().for_each(|value| *value -= share * *value);
    }

    /// A step down the slopes, which are forgotten. Values stay within `most`.
    pub fn step(&mut self, size: f32, most: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let means = 1.0 / (1.0 - MEAN.powi(self.steps));
        let squares = 1.0 / (1.0 - SQUARE.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, slope), (mean, square)) in
            self.values.iter_mut().zip(&mut self.slopes).zip(moments)
        {
            *mean = MEAN * *mean + (1.0 - MEAN) * *slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * *slope * *slope;
            let by = size * *mean * means / ((*square * squares).sqrt() + 1e-8);
            *value = (*value - by).clamp(-most, most);
            *slope = 0.0;
        }
    }
}
