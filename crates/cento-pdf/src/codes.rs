//! What the codes of composite fonts mean that come without a map to Unicode.
//!
//! - Of a collection of characters that is known, such as Adobe-Japan1, it is known which character each number is, and predefined
//!   maps tell the numbers of codes (ISO 32000, 9.10.2).
//! - A font file may have a table from characters to glyphs, which is read backwards.
//!
//! What neither tells is not known: that is said, not guessed.

use std::collections::HashMap;
use std::rc::Rc;

use hayro_interpret::font::OutlineGlyph;
use hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro_syntax::object::{Array, Dict, Name, Stream, String as Text};
use hayro_syntax::page::Resources;
use skrifa::{FontRef, MetadataProvider};

/// Fonts of a page that are looked at, with those of the forms on it, and how deep these lie in one another.
const MAX_FONTS: usize = 500;
const MAX_DEPTH: u32 = 4;
/// Characters of a font's table that are taken.
const MAX_CHARACTERS: usize = 1 << 17;
/// Longer maps of codes to numbers are not read.
const MAX_MAP: usize = 1 << 20;

/// What is known of a file's fonts.
#[derive(Default)]
pub(crate) struct Codes {
    /// By the name of the font, without what tells parts of it apart.
    by_name: HashMap<String, Font>,
    /// Maps that were read already.
    maps: HashMap<Key, Option<Rc<Known>>>,
    /// By what tells font files apart, the character of each glyph.
    tables: HashMap<u128, HashMap<u32, char>>,
}

/// A font without a map to Unicode.
struct Font {
    key: Key,
    /// None where it is not known, or fonts of one name differ.
    known: Option<Rc<Known>>,
    /// Whether the file has its glyphs. Those of another in its place mean something else.
    has_glyphs: bool,
}

/// The name of the map from codes to numbers, and whose numbers these are.
type Key = (Vec<u8>, Vec<u8>);

/// Codes to numbers, and these to characters.
struct Known {
    numbers: CMap,
    characters: CMap,
}

impl Known {
    fn character(&self, code: u32) -> Option<BfString> {
        let number = (1..=4).find_map(|length| self.numbers.lookup_cid_code(code, length))?;
        self.characters.lookup_bf_string(number)
    }
}

impl Codes {
    /// Looks at the fonts of a page before it is drawn.
    pub(crate) fn learn(&mut self, resources: &Resources<'_>) {
        let mut left = MAX_FONTS;
        self.learn_from(&resources.fonts, &resources.x_objects, MAX_DEPTH, &mut left);
    }

    fn learn_from(&mut self, fonts: &Dict<'_>, forms: &Dict<'_>, depth: u32, left: &mut usize) {
        for name in fonts.keys() {
            let Some(rest) = left.checked_sub(1) else {
                return;
            };
            *left = rest;
            if let Some(font) = fonts.get::<Dict<'_>>(name.as_ref()) {
                self.font(&font);
            }
        }
        for name in forms.keys().take(if depth > 0 { MAX_FONTS } else { 0 }) {
            let Some(rest) = left.checked_sub(1) else {
                return;
            };
            *left = rest;
            let form = forms.get::<Stream<'_>>(name.as_ref());
            let own = form.and_then(|form| form.dict().get::<Dict<'_>>(b"Resources"));
            if let Some(own) = own {
                let within = |name: &[u8]| own.get::<Dict<'_>>(name).unwrap_or_default();
                self.learn_from(&within(b"Font"), &within(b"XObject"), depth - 1, left);
            }
        }
    }

    fn font(&mut self, font: &Dict<'_>) {
        let is_composite = font
            .get::<Name<'_>>(b"Subtype")
            .is_some_and(|kind| kind.as_ref() == b"Type0");
        let name = font.get::<Name<'_>>(b"BaseFont");
        let (true, false, Some(name)) = (is_composite, font.contains_key(b"ToUnicode"), name)
        else {
            return;
        };
        let under = font
            .get::<Array<'_>>(b"DescendantFonts")
            .and_then(|fonts| fonts.iter::<Dict<'_>>().next());
        let Some(under) = under else { return };
        let info = under.get::<Dict<'_>>(b"CIDSystemInfo").unwrap_or_default();
        let [registry, ordering] = [&b"Registry"[..], b"Ordering"].map(|name| {
            let text = info.get::<Text<'_>>(name);
            text.map(|text| text.as_bytes().to_vec())
                .unwrap_or_default()
        });
        let encoding = font.get::<Name<'_>>(b"Encoding");
        // A map of the file's own has no name that is sure.
        let (key, own) = match &encoding {
            Some(encoding) => ((encoding.as_ref().to_vec(), ordering.clone()), None),
            None => {
                let stream = font.get::<Stream<'_>>(b"Encoding");
                let bytes = stream.and_then(|stream| stream.decoded_data().ok());
                let bytes = bytes.filter(|bytes| bytes.len() <= MAX_MAP);
                let Some(bytes) = bytes.map(|bytes| bytes.to_vec()) else {
                    return;
                };
                ((bytes.clone(), ordering.clone()), Some(bytes))
            }
        };
        let family = CidFamily::from_registry_ordering(&registry, &ordering);
        let known = self.maps.entry(key.clone()).or_insert_with(|| {
            let known = known(&key.0, own.as_deref(), family);
            known.map(Rc::new)
        });
        let name = without_tag(&String::from_utf8_lossy(name.as_ref())).to_owned();
        let about = under.get::<Dict<'_>>(b"FontDescriptor").unwrap_or_default();
        let has_glyphs = [&b"FontFile2"[..], b"FontFile3"].map(|file| about.contains_key(file));
        let has_glyphs = has_glyphs.contains(&true);
        let font = self.by_name.entry(name).or_insert(Font {
            key: key.clone(),
            known: known.clone(),
            has_glyphs,
        });
        font.has_glyphs &= has_glyphs;
        if font.key != key {
            font.known = None;
        }
    }

    /// What a glyph stands for, where its font does not say.
    pub(crate) fn character(&mut self, glyph: &OutlineGlyph) -> Option<BfString> {
        let font = glyph.font_data()?;
        let named = self.by_name.get(font.postscript_name.as_deref()?)?;
        let known = named.known.as_ref();
        if let Some(character) = known.and_then(|known| known.character(glyph.char_code())) {
            return Some(character);
        }
        if !named.has_glyphs {
            return None;
        }
        let table = (self.tables)
            .entry(font.cache_key)
            .or_insert_with(|| table((*font.data).as_ref()));
        let found = table.get(&glyph.glyph_id().to_u32())?;
        Some(BfString::Char(*found))
    }
}

fn known(encoding: &[u8], own: Option<&[u8]>, family: CidFamily) -> Option<Known> {
    let numbers = match (encoding, own) {
        (_, Some(own)) => CMap::parse(own, load_embedded)?,
        (b"Identity-H", _) => CMap::identity_h(),
        (b"Identity-V", _) => CMap::identity_v(),
        (name, _) => CMap::parse(load_embedded(CMapName::from_bytes(name))?, load_embedded)?,
    };
    // What the map says of itself, where the font says nothing.
    let of_map = numbers.metadata().character_collection.clone();
    let of_map = of_map.map(|collection| collection.family);
    let characters = family
        .ucs2_cmap()
        .or_else(|| of_map.and_then(|family| family.ucs2_cmap()))?;
    Some(Known {
        characters: CMap::parse(load_embedded(characters)?, load_embedded)?,
        numbers,
    })
}

/// The first character that has each glyph; signs of private use are none.
fn table(font: &[u8]) -> HashMap<u32, char> {
    let mut table = HashMap::new();
    let Ok(font) = FontRef::from_index(font, 0) else {
        return table;
    };
    for (code, glyph) in font.charmap().mappings().take(MAX_CHARACTERS) {
        let is_private = matches!(code, 0xe000..=0xf8ff | 0xf0000..);
        if let Some(character) = char::from_u32(code).filter(|_| !is_private) {
            table.entry(glyph.to_u32()).or_insert(character);
        }
    }
    table
}

/// The name of a font without the six letters that tell parts of it apart.
fn without_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}
