//! Words beside which a full stop is not what it seems.
//!
//! The language of a text is not known here, so the lists are of all languages together, and lack
//! what is a common last word of a sentence in another. They are in the tokenizer's normal form.

use std::sync::LazyLock;

use crate::hash::token_hash;

/// What a word may be beside a full stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Role(u8);

impl Role {
    /// A full stop behind it never ends a sentence: a title, or what points at what follows.
    pub(super) const LEADS: Self = Self(1);
    /// A full stop behind it ends a sentence only before a word that opens many.
    pub(super) const EITHER: Self = Self(1 << 1);
    /// A full stop between it and a number or numeral ends nothing: `No. 5`.
    pub(super) const NUMBERED: Self = Self(1 << 2);
    /// A number or numeral behind it is its own, and may end a sentence: `Chapter I. The beginning`.
    pub(super) const HEADS: Self = Self(1 << 3);
    /// A number behind it, with a full stop, is an ordinal, as in German: `am 3. Mai`.
    pub(super) const ORDERS: Self = Self(1 << 4);
    /// A number before it, with a full stop, is an ordinal: a month.
    pub(super) const MONTH: Self = Self(1 << 5);
    /// Begins many sentences and hardly a name.
    pub(super) const OPENS: Self = Self(1 << 6);

    /// The same as [`LEADS`](Self::LEADS) where it has a capital: `Fa. Müller`, but `due anni fa. Poi`.
    pub(super) const TITLE: Self = Self(1 << 7);

    /// The roles of the word with this hash.
    pub(super) fn of(hash: u64) -> Self {
        let found = ROLES.binary_search_by_key(&hash, |&(known, _)| known);
        found.map_or(Self::default(), |at| ROLES[at].1)
    }

    /// The roles that a word has by its form: German streets, `Bahnhofstr.`, and short words that nobody can speak
    /// since they lack vowels, `sz.`, `pfr.`, which have a number behind them.
    pub(super) fn of_form(word: &str) -> Self {
        let is_street = word.len() > STREET.len() && word.ends_with(STREET);
        if is_street {
            return Self(Self::EITHER.0 | Self::NUMBERED.0);
        }
        let is_consonant = |byte: &u8| byte.is_ascii_lowercase() && !b"aeiouy".contains(byte);
        let is_unspoken = match word.as_bytes() {
            [first, rest @ ..] if (1..4).contains(&rest.len()) => {
                is_consonant(&first.to_ascii_lowercase()) && rest.iter().all(is_consonant)
            }
            _ => false,
        };
        match is_unspoken {
            true => Self::NUMBERED,
            false => Self::default(),
        }
    }

    /// All roles of both.
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has this one.
    pub(super) fn is(self, one: Self) -> bool {
        self.0 & one.0 != 0
    }
}

/// What names of streets end in.
const STREET: &str = "str";

/// The hashes of all words that have a role, in order.
static ROLES: LazyLock<Vec<(u64, Role)>> = LazyLock::new(|| {
    let words = LISTS.iter().flat_map(|&(role, list)| {
        let words = list.split_whitespace();
        words.map(move |word| (token_hash(word.as_bytes()), role))
    });
    let mut roles: Vec<_> = words.collect();
    roles.sort_unstable_by_key(|&(hash, _)| hash);
    roles.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1.0 |= next.1.0;
        }
        same
    });
    roles
});

const LISTS: &[(Role, &str)] = &[
    (
        Role::LEADS,
        "abb adm anm approx aprox avda avv bijv bspw bzgl bzw ca capt cf cmdr cpl dept dhr dipl dott dr dra drs dña ee
         egr einschl eng evtl excmo exkl fig figs geb geom ggf gov hon hrn hrsg ibid ing inkl insb insp lt maj messrs mevr
         mgr mlle mlles mme mmes mr mrs ms msgr mt nr núm pp prof profa pág págs resp rev sgr sgt sigg sog sr sra
         spett sres srta st sta ste sto str supt tel vgl viz vol vols vs zzgl αγ αρ βλ κα σελ акад вып доц обл проф
         пос просп рис св см стр табл тов ул डॉ प्रो रु श्री திரு",
    ),
    (Role::TITLE, "fa"),
    (
        Role::EITHER,
        "al apr assn assoc aug ave blvd bros cie cir civ co col corp crim ct cía dec dez dic ed eds esq feb gen gest inc
         jan jr jul jun ltd mfg nov oct okt pres rep sen sept sig supp ud uds usf usw uu uzw д др п пр",
    ),
    (
        Role::NUMBERED,
        "abs ap art arts artt av bd bde bl cap caps ch chap chaps cl ep fasc fol hft kap kl lib ll no nos nro num nums op pag pagg par
         para paras pt pts rn rz sec sect sects segg sez ss tab tav tom vv ziff гл पृ",
    ),
    (
        Role::HEADS,
        "abschnitt act acte acto akt article articolo atto band book buch canto capitolo capitulo capítulo
         chant chapitre chapter deel epistle hoofdstuk kapitel letter libro livre livro part parte partie
         psalm scene scène section sezione sonnet teil tome tomo volume глава книга том часть",
    ),
    (
        Role::ORDERS,
        "ab am beim bis das dem den der des die dieser ihre ihrem ihren im jeder jedes nach seinem seinen
         seit vom von vor zum zur",
    ),
    (
        Role::MONTH,
        "april august dezember feber februar januar juli juni jänner mai märz november oktober september",
    ),
    (
        Role::OPENS,
        "a after all als although an and another as at auch auf aus because before but by ce ces cette dans
         das dass der die dies diese dieser doch each ein eine el elle elles en er es esta este esto et even
         every for from he her here his how however i ich if il ils im in indeed is it its je la las le les
         los mais many mit most my nach no nor nous now nun o on once one only or os other our para pero
         perhaps por pour que qui she si sie since so some still such that the their then there therefore
         these they this those though thus to two un una und une under until upon vous was we wenn what
         when where which while who why wie wir with yes yet you your
         και η ο οι το а в во вот все для его если за и из как когда мы на но о он она они от по после при с
         так там то тогда у что это этот я",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Normalizer;

    #[test]
    fn lists_are_in_normal_form() {
        let normalizer = Normalizer::default();
        for (_, list) in LISTS {
            for word in list.split_whitespace() {
                assert_eq!(normalizer.normalize(word), word);
            }
        }
    }

    #[test]
    fn a_word_may_have_several_roles() {
        let role = |word: &str| Role::of(token_hash(word.as_bytes()));
        assert!(role("die").is(Role::OPENS) && role("die").is(Role::ORDERS));
        assert!(role("dr").is(Role::LEADS) && !role("dr").is(Role::OPENS));
        assert_eq!(role("tide"), Role::default());
    }
}
