//! What is written is read back by another parser, and is what the rows say.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quick_xml::XmlVersion;
use quick_xml::events::Event;

use super::*;
use crate::align::Counts;
use crate::find::{Class, Level};
use crate::group::Labels;
use crate::offsets::OffsetUnit;
use crate::span::TokenSpan;

type Values = BTreeMap<String, String>;

/// A graph as a reader has it: what the graph says of itself, nodes by id, edges by both ends.
#[derive(Debug, Default, PartialEq)]
struct Read {
    graph: Values,
    nodes: BTreeMap<String, Values>,
    edges: BTreeMap<(String, String), Values>,
}

fn attributes(tag: &quick_xml::events::BytesStart<'_>) -> Values {
    tag.attributes()
        .map(|attribute| {
            let attribute = attribute.unwrap();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap();
            let name = attribute.key.as_ref().to_owned();
            (name, value.into_owned())
        })
        .collect()
}

/// Reads either format.
fn read(xml: &str) -> Read {
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut read = Read::default();
    let mut at: Option<Values> = None;
    let mut key = None;
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                let values = attributes(&tag);
                match tag.name().as_ref() {
                    "graph" => read.graph = values,
                    "node" | "edge" => at = Some(values),
                    "attvalue" => {
                        let name = values["for"].clone();
                        at.as_mut().unwrap().insert(name, values["value"].clone());
                    }
                    "data" => {
                        let name = values["key"].split_once('_').unwrap().1.to_owned();
                        at.as_mut().unwrap().insert(name.clone(), String::new());
                        key = Some(name);
                    }
                    _ => {}
                }
            }
            Event::Text(text) => {
                if let (Some(key), Some(at)) = (&key, &mut at) {
                    at.get_mut(key).unwrap().push_str(&text);
                }
            }
            Event::GeneralRef(reference) => {
                let (key, at) = (key.as_ref().unwrap(), at.as_mut().unwrap());
                let value = at.get_mut(key).unwrap();
                match reference.resolve_char_ref().unwrap() {
                    Some(c) => value.push(c),
                    None => value.push(match &*reference {
                        "amp" => '&',
                        "lt" => '<',
                        "gt" => '>',
                        "quot" => '"',
                        other => panic!("{other}"),
                    }),
                }
            }
            Event::End(tag) => match tag.name().as_ref() {
                "data" => key = None,
                "node" => {
                    let mut values = at.take().unwrap();
                    let id = values.remove("id").unwrap();
                    assert!(read.nodes.insert(id, values).is_none(), "a node twice");
                }
                "edge" => {
                    let mut values = at.take().unwrap();
                    values.remove("id").unwrap();
                    let ends = ["source", "target"].map(|end| values.remove(end).unwrap());
                    assert!(
                        read.edges.insert(ends.into(), values).is_none(),
                        "an edge twice"
                    );
                }
                _ => {}
            },
            _ => {}
        }
    }
    let ends = read.edges.keys().flat_map(|(a, b)| [a, b]);
    ends.for_each(|end| assert!(read.nodes.contains_key(end), "no node {end:?}"));
    read
}

fn pair(a: &str, b: &str) -> PairRow {
    PairRow {
        a_id: a.to_owned(),
        b_id: b.to_owned(),
        a_in_b: 0.1,
        b_in_a: 1.0 / 3.0,
        a_level: Level::Partial,
        b_level: Level::Partial,
        class: Class::of(Level::Partial, Level::Partial),
        hits: 7,
        a_matched: 30,
        b_matched: 31,
        passages: Some(1),
        labels: Labels::default().template().frame(),
        scores: None,
    }
}

fn passage<'a>(row: &'a PairRow, direction: Direction, lag_days: Option<u64>) -> PassageRow<'a> {
    PassageRow {
        a_place: None,
        b_place: None,
        number: 1,
        a_id: &row.a_id,
        b_id: &row.b_id,
        a_span: (0, 1),
        b_span: (0, 1),
        unit: OffsetUnit::default(),
        a_text: "",
        b_text: "",
        a_tokens: TokenSpan::default(),
        b_tokens: TokenSpan::default(),
        scores: None,
        counts: Counts::default(),
        direction,
        lag_days,
        cluster: None,
        labels: Labels::default(),
        texts: Default::default(),
        stems: None,
    }
}

fn document(id: &str, date: Option<&str>) -> DocumentRow {
    DocumentRow {
        id: id.to_owned(),
        side: None,
        tokens: 40,
        fingerprints: 9,
        related: 1,
        duplicate_of: None,
        reused: 0.75,
        date: date.map(str::to_owned),
        series: Some("a series".to_owned()),
        title: None,
        meta: String::new(),
        labels: Vec::new(),
    }
}

fn written(graph: &mut Graph) -> (String, [Read; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let files = [GraphFormat::GraphMl, GraphFormat::Gexf].map(|format| {
        graph
            .write(folder.path(), format)
            .unwrap()
            .persist()
            .unwrap();
        std::fs::read_to_string(folder.path().join(format.file())).unwrap()
    });
    let reads = [read(&files[0]), read(&files[1])];
    (files.concat(), reads)
}

fn values(values: &[(&str, &str)]) -> Values {
    values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// Two edges with a direction, one of them against the order of reading.
fn dated() -> Graph {
    let mut graph = Graph::new(&std::env::temp_dir());
    let (first, second) = (pair("x", "y"), pair("x", "z"));
    graph.pair(&first).unwrap();
    graph
        .passage(&passage(&first, Direction::AToB, Some(3)))
        .unwrap();
    graph.pair(&second).unwrap();
    graph
        .passage(&passage(&second, Direction::BToA, Some(400)))
        .unwrap();
    let dates = [
        ("x", "2020-05"),
        ("y", "2021"),
        ("z", "1990-01-01T00:30:00+01:00"),
    ];
    for (id, date) in dates {
        graph.document(&document(id, Some(date))).unwrap();
    }
    graph
        .document(&DocumentRow {
            related: 0,
            ..document("alone", None)
        })
        .unwrap();
    graph
}

#[test]
fn both_formats_hold_what_the_rows_say() {
    let (_, [graphml, gexf]) = written(&mut dated());
    assert_eq!(graphml.graph["edgedefault"], "directed");
    assert_eq!(gexf.graph["defaultedgetype"], "directed");
    assert_eq!(graphml.nodes.keys().collect::<Vec<_>>(), ["x", "y", "z"]);
    let edge = [
        ("weight", "31"),
        ("a_in_b", "0.1"),
        ("b_in_a", "0.3333333333333333"),
        ("class", "C6"),
        ("hits", "7"),
        ("a_matched", "30"),
        ("b_matched", "31"),
        ("passages", "1"),
        ("labels", "template;frame"),
    ];
    let with = |more: &[(&str, &str)]| values(&[&edge[..], more].concat());
    let edges = BTreeMap::from([
        (
            ("x".to_owned(), "y".to_owned()),
            with(&[("direction", "a_to_b"), ("lag_days", "3")]),
        ),
        (
            ("z".to_owned(), "x".to_owned()),
            with(&[("direction", "b_to_a"), ("lag_days", "400")]),
        ),
    ]);
    assert_eq!(graphml.edges, edges);
    assert_eq!(gexf.edges, edges);
    let node = [
        ("label", "x"),
        ("document", "x"),
        ("series", "a series"),
        ("date", "2020-05"),
        ("tokens", "40"),
        ("related", "1"),
        ("reused", "0.75"),
    ];
    assert_eq!(graphml.nodes["x"], values(&node));
    assert_eq!(
        gexf.nodes["x"],
        values(&[&node[..], &[("start", "2020-05-01")]].concat())
    );
}

#[test]
fn documents_are_there_from_their_first_day_on() {
    let (_, [_, gexf]) = written(&mut dated());
    assert_eq!(gexf.graph["mode"], "dynamic");
    assert_eq!(gexf.graph["timeformat"], "date");
    assert_eq!(gexf.nodes["y"]["start"], "2021-01-01");
    // Half past midnight in Paris is still the day before in Greenwich.
    assert_eq!(gexf.nodes["z"]["start"], "1989-12-31");

    let mut graph = dated();
    graph.document(&document("undated", None)).unwrap();
    let (_, [_, gexf]) = written(&mut graph);
    assert!(!gexf.nodes["undated"].contains_key("start"));

    let mut graph = Graph::new(&std::env::temp_dir());
    graph.pair(&pair("x", "y")).unwrap();
    for id in ["x", "y"] {
        graph.document(&document(id, None)).unwrap();
    }
    let (_, [graphml, gexf]) = written(&mut graph);
    assert_eq!(gexf.graph["mode"], "static");
    assert!(!gexf.graph.contains_key("timeformat"));
    assert_eq!(graphml.graph["edgedefault"], "undirected");
    assert_eq!(gexf.graph["defaultedgetype"], "undirected");
}

#[test]
fn an_edge_of_unknown_direction_goes_both_ways_beside_others() {
    let mut graph = dated();
    graph.pair(&pair("y", "z")).unwrap();
    let (_, reads) = written(&mut graph);
    for read in reads {
        let ends = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(read.edges.len(), 4);
        assert_eq!(read.edges[&ends("y", "z")], read.edges[&ends("z", "y")]);
        assert_eq!(read.edges[&ends("y", "z")]["direction"], "unknown");
    }
}

#[test]
fn the_sides_of_a_comparison_may_share_ids() {
    let mut graph = Graph::new(&std::env::temp_dir());
    graph.pair(&pair("x", "x")).unwrap();
    for side in ["a", "b"] {
        let row = DocumentRow {
            side: Some(side),
            ..document("x", None)
        };
        graph.document(&row).unwrap();
    }
    let (_, reads) = written(&mut graph);
    for read in reads {
        assert_eq!(read.nodes.keys().collect::<Vec<_>>(), ["a:x", "b:x"]);
        assert_eq!(read.nodes["a:x"]["document"], "x");
        assert_eq!(
            read.edges.keys().next().unwrap(),
            &("a:x".to_owned(), "b:x".to_owned())
        );
    }
}

#[test]
fn characters_that_xml_does_not_have_are_replaced_and_ids_stay_apart() {
    let mut graph = Graph::new(&std::env::temp_dir());
    let ids = ["<a b=\"c\">&amp;]]>\t\r\n'", "\0", "\u{1}", "\u{ffff}"];
    for id in &ids[1..] {
        graph.pair(&pair(ids[0], id)).unwrap();
    }
    for id in ids {
        graph.document(&document(id, None)).unwrap();
    }
    let (_, reads) = written(&mut graph);
    for read in reads {
        assert_eq!(read.nodes.len(), 4);
        assert_eq!(read.nodes[ids[0]]["document"], ids[0]);
        let replaced = read
            .nodes
            .values()
            .filter(|node| node["document"] == "\u{fffd}");
        assert_eq!(replaced.count(), 3);
    }
}

#[test]
fn a_graph_without_pairs_is_a_graph() {
    let (_, reads) = written(&mut Graph::new(&std::env::temp_dir()));
    for read in reads {
        assert!(read.nodes.is_empty() && read.edges.is_empty());
        assert!(!read.graph.is_empty());
    }
}

#[test]
fn what_outgrows_memory_comes_back() {
    let mut graph = Graph::new(&std::env::temp_dir());
    let long = "long ".repeat(BLOCK as usize / 4);
    for at in 0..5000 {
        graph.pair(&pair("hub", &format!("spoke {at}"))).unwrap();
    }
    graph
        .document(&DocumentRow {
            title: Some(long.clone()),
            ..document("hub", None)
        })
        .unwrap();
    for at in 0..5000 {
        graph
            .document(&document(&format!("spoke {at}"), None))
            .unwrap();
    }
    let (bytes, reads) = written(&mut graph);
    for read in &reads {
        assert_eq!(read.edges.len(), 5000);
        assert_eq!(read.nodes.len(), 5001);
        assert_eq!(read.nodes["hub"]["label"], long);
    }
    assert_eq!(bytes, written(&mut graph).0);
}

proptest! {
    #[test]
    fn any_text_survives(title in "\\PC*|[\\x00-\\x7f]*", id in any::<String>()) {
        let mut graph = Graph::new(&std::env::temp_dir());
        graph.pair(&pair(&id, "other")).unwrap();
        for id in [id.as_str(), "other"] {
            let row = DocumentRow { title: Some(title.clone()), ..document(id, None) };
            graph.document(&row).unwrap();
        }
        prop_assume!(id != "other" && !id.is_empty());
        let (_, reads) = written(&mut graph);
        for read in reads {
            let node = &read.nodes[&node_id(false, "", &id)];
            prop_assert_eq!(&node["document"], &*xml::clean(&id));
            let read = node.get("title").cloned().unwrap_or_default();
            prop_assert_eq!(read, &*xml::clean(&title));
        }
    }
}
