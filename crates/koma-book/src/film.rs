//! Pictures one after the other: an animated GIF.

use std::collections::HashMap;
use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use crate::diagram::png::{Painter, PngError};
use crate::diagram::svg::Drawing;

/// Why a film could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// A picture of it cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// GIF has no room for pictures of this size, or they differ in size.
    #[error("a picture of {width} x {height} dots does not fit this GIF")]
    Size {
        /// Dots across.
        width: u32,
        /// Dots down.
        height: u32,
    },
    /// It cannot be written.
    #[error("{0}")]
    Write(#[from] gif::EncodingError),
}

/// A picture of a film.
pub struct Still {
    /// What is seen.
    pub drawing: Drawing,
    /// For so many hundredths of a second.
    pub hundredths: u16,
}

/// So many pictures are looked at to choose the colours.
const SAMPLES: usize = 8;

/// Writes pictures of one size as a film that begins again at its end, `scale` times their size.
/// Of later pictures only what has changed is written. `fonts` as for
/// [`crate::diagram::png::render`].
pub fn gif<W: Write>(
    mut out: W,
    stills: &[Still],
    scale: f32,
    fonts: &[Vec<u8>],
) -> Result<(), FilmError> {
    let painter = Painter::new(fonts)?;
    let step = stills.len().div_ceil(SAMPLES).max(1);
    // From the end, where most pieces have turned over.
    let samples =
        stills.iter().rev().step_by(step).map(|still| painter.draw(&still.drawing, scale));
    let mut palette = Palette::of(&samples.collect::<Result<Vec<_>, _>>()?);
    let mut film: Option<(Encoder<&mut W>, u16)> = None;
    let mut last: Vec<u8> = Vec::new();
    let mut out = Some(&mut out);
    for still in stills {
        let picture = painter.draw(&still.drawing, scale)?;
        let (width, height) = (picture.width(), picture.height());
        let size = u16::try_from(width).ok().zip(u16::try_from(height).ok());
        let (across, down) = size.ok_or(FilmError::Size { width, height })?;
        if let Some(out) = out.take() {
            let mut encoder = Encoder::new(out, across, down, &palette.bytes())?;
            encoder.set_repeat(Repeat::Infinite)?;
            film = Some((encoder, across));
        }
        let dots: Vec<u8> = colours(&picture).map(|colour| palette.index(colour)).collect();
        let Some((encoder, first)) = &mut film else { continue };
        let part = match last.len() {
            0 => Part { left: 0, top: 0, width: across, height: down },
            _ if *first != across || last.len() != dots.len() => {
                return Err(FilmError::Size { width, height });
            }
            _ => Part::changed(&last, &dots, across),
        };
        encoder.write_frame(&Frame {
            delay: still.hundredths,
            dispose: DisposalMethod::Keep,
            left: part.left,
            top: part.top,
            width: part.width,
            height: part.height,
            buffer: part.of(&dots, across).into(),
            ..Frame::default()
        })?;
        last = dots;
    }
    Ok(())
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Part {
    /// The smallest part outside of which two pictures are the same; one dot if they are.
    fn changed(before: &[u8], after: &[u8], width: u16) -> Self {
        let across = usize::from(width);
        let differs = (0..after.len()).filter(|&at| before[at] != after[at]);
        let mut bounds: Option<[usize; 4]> = None;
        for at in differs {
            let (x, y) = (at % across, at / across);
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
        let [left, top, right, bottom] = bounds.unwrap_or_default().map(|side| side as u16);
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// Its dots.
    fn of(self, dots: &[u8], width: u16) -> Vec<u8> {
        let rows = dots.chunks_exact(width.into()).skip(self.top.into()).take(self.height.into());
        let (left, right) = (usize::from(self.left), usize::from(self.left + self.width));
        rows.flat_map(|row| &row[left..right]).copied().collect()
    }
}

type Colour = [u8; 3];

fn colours(picture: &Pixmap) -> impl Iterator<Item = Colour> {
    picture.data().chunks_exact(4).map(|dot| [dot[0], dot[1], dot[2]])
}

/// At most 256 colours, and the nearest of them for any other.
#[derive(Default)]
struct Palette {
    colours: Vec<Colour>,
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    /// The commonest colours of some pictures.
    fn of(pictures: &[Pixmap]) -> Self {
        let mut counts: HashMap<Colour, usize> = HashMap::new();
        for colour in pictures.iter().flat_map(colours) {
            *counts.entry(colour).or_default() += 1;
        }
        let mut common: Vec<(Colour, usize)> = counts.into_iter().collect();
        common.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours = common.into_iter().take(256).map(|(colour, _)| colour).collect();
        Self { colours, nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn index(&mut self, colour: Colour) -> u8 {
        let Self { colours, nearest } = self;
        *nearest.entry(colour).or_insert_with(|| {
            let distance = |other: &Colour| -> i32 {
                let part = |at: usize| (i32::from(colour[at]) - i32::from(other[at])).pow(2);
                part(0) + part(1) + part(2)
            };
            let nearest = (0..colours.len()).min_by_key(|&at| distance(&colours[at]));
            nearest.unwrap_or(0) as u8
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shaded square of two dots on paper.
    fn still(width: f32, x: f32) -> Still {
        let mut drawing = Drawing::new(width, 10.0, "");
        drawing.shade(x + 1.0, 5.0, 2.0);
        Still { drawing, hundredths: 50 }
    }

    #[test]
    fn a_film_comes_back_picture_by_picture() {
        let mut bytes = Vec::new();
        gif(&mut bytes, &[2.0, 2.0, 10.0].map(|x| still(20.0, x)), 1.0, &[]).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(&bytes[..]).unwrap();
        assert_eq!((reader.width(), reader.height()), (20, 10));
        // What changes is written, and nothing else.
        let mut sizes = Vec::new();
        let mut shaded = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            assert_eq!(frame.delay, 50);
            sizes.push((frame.left, frame.top, frame.width, frame.height));
            shaded
                .push(frame.buffer.chunks(4).filter(|dot| dot[..3] != [0xff, 0xfd, 0xf7]).count());
        }
        assert_eq!(sizes, [(0, 0, 20, 10), (0, 0, 1, 1), (2, 4, 10, 2)]);
        assert_eq!(shaded, [4, 0, 4]);
    }

    #[test]
    fn pictures_of_one_film_have_one_size() {
        let pictures = [20.0, 30.0].map(|width| still(width, 2.0));
        let refused = gif(Vec::new(), &pictures, 1.0, &[]);
        assert!(matches!(refused, Err(FilmError::Size { width: 30, .. })));
        assert!(gif(Vec::new(), &[], 1.0, &[]).is_ok());
    }
}
