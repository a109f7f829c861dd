//! Every movement of the shared catalogue of variants is read, written and read back.

use koma_pieces::yaml;
use koma_text::Source;

#[test]
fn every_movement_of_the_shared_catalogue_is_read_and_comes_back() {
    let Some(folder) = koma_testkit::shared("data/variants") else { return };
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut read = 0;
    for path in files.flatten().map(|file| file.path()) {
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a listed file can be read");
        let data: serde_json::Value = serde_json::from_str(&text).expect("the catalogue is JSON");
        let types = data.get("types").or_else(|| data.get("pieces"));
        for piece in types.and_then(|types| types.as_array()).into_iter().flatten() {
            let Some(movement) = piece.get("movement") else { continue };
            let source = Source::new(name.as_str(), movement.to_string());
            let (movement, findings) = yaml::read_movement(&source);
            // `special` holds words for people where the catalogue has no fields.
            let faults: Vec<_> =
                findings.iter().filter(|f| !f.message.to_string().contains("`special`")).collect();
            assert!(faults.is_empty(), "{name} {piece}: {faults:?}");
            let json = yaml::movement_to_json(&movement).to_string();
            let (back, findings) = yaml::read_movement(&Source::new("back", json));
            assert!(findings.is_empty(), "{findings:?}");
            assert_eq!(back, movement, "{name} {piece}");
            read += 1;
        }
    }
    println!("{read} movements read");
    assert!(read > 600, "only {read} movements found");
}
