//! Of several ways to say the same, one.

use super::namespace::Namespace;
use super::xml::Element;

/// The elements right inside, with the way that is understood in place of the ways to choose from: the first choice in which
/// there is something that is `known`, else the fallback.
pub(super) fn children<'t>(
    element: Element<'t>,
    known: &dyn Fn(Element<'t>) -> bool,
) -> Vec<Element<'t>> {
    let mut list = Vec::new();
    for child in element.children() {
        if !child.is(Namespace::Compatibility, "AlternateContent") {
            list.push(child);
            continue;
        }
        let is = |name: &'static str| move |way: &Element<'_>| way.name() == name;
        let ways = child.children().filter(is("Choice"));
        let ways = ways.chain(child.children().filter(is("Fallback")));
        // As deep as elements are in each other, which is bounded.
        let understood = ways
            .map(|way| children(way, known))
            .find(|inside| inside.iter().any(|&one| known(one)));
        list.extend(understood.into_iter().flatten());
    }
    list
}
