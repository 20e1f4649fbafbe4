//! What is written on a page: the glyphs as they are drawn, put together to lines.

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{Affine, BezPath, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, RenderContent, SoftMask, interpret_page,
};
use hayro_syntax::page::Page;
use hayro_syntax::xref::XRef;

use crate::codes::Codes;
use crate::lines::{Letter, Line, Segments};
use crate::order::{is_from_right, ordered};

/// The lines on a page, in the order in which they are read.
pub(crate) fn lines<'a>(
    page: &Page<'a>,
    cache: &InterpreterCache<'a>,
    xref: &'a XRef,
    codes: &mut Codes,
) -> Vec<Line> {
    codes.learn(page.resources());
    let (width, height) = page.render_dimensions();
    let settings = InterpreterSettings {
        // Notes that readers stuck on are no text of the author.
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let transform = page.initial_transform(true).as_coeffs();
    let area = Rect::new(0.0, 0.0, width.into(), height.into());
    let mut context = Context::new(Affine::new(transform), area, cache, xref, settings);
    let mut written = Written {
        codes,
        segments: Segments::default(),
        last: Vec::new(),
        run: Vec::new(),
    };
    interpret_page(page, &mut context, &mut written);
    let mut lines = ordered(written.segments.finish());
    if is_from_right(&lines) {
        mirror(&mut lines, width.into());
    }
    lines
}

/// Lines that are read from the right begin there: who makes paragraphs of them looks at where they begin.
fn mirror(lines: &mut [Line], width: f64) {
    for line in lines.iter_mut().filter(|line| line.turn == 0) {
        (line.begin, line.end) = (width - line.end, width - line.begin);
    }
}

struct Written<'c> {
    codes: &'c mut Codes,
    segments: Segments,
    /// The run before, and the one that is drawn: text in bold may be drawn twice.
    last: Vec<Letter>,
    run: Vec<Letter>,
}

impl<'a> Device<'a> for Written<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let is_vertical = run.writing_mode() == WritingMode::Vertical;
        self.run.clear();
        for glyph in run.glyphs() {
            let text = match glyph.as_unicode().or_else(|| match &**glyph {
                Glyph::Outline(glyph) => self.codes.character(glyph),
                Glyph::Type3(_) => None,
            }) {
                Some(BfString::Char(c)) => c.to_string(),
                Some(BfString::String(text)) => text,
                None => char::REPLACEMENT_CHARACTER.to_string(),
            };
            let advance = match &**glyph {
                Glyph::Outline(glyph) => glyph.advance_width(),
                Glyph::Type3(glyph) => glyph.advance_width(),
            };
            let matrix = (props.transform * glyph.transform()).as_coeffs();
            // Widths are in thousandths of the size; what is not known is taken for a letter of middling width.
            let advance = f64::from(advance.filter(|it| it.is_finite()).unwrap_or(500.0));
            if let Some(letter) = Letter::new(matrix, advance, text, is_vertical) {
                self.run.push(letter);
            }
        }
        let is_again = self.run.len() == self.last.len()
            && self.run.iter().zip(&self.last).all(|(a, b)| a.is_over(b));
        if !is_again {
            self.run
                .iter()
                .for_each(|letter| self.segments.push(letter));
        }
        std::mem::swap(&mut self.run, &mut self.last);
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
