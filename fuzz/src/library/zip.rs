//! Zip files whose packing is right.

/// The parts as they are, none packed.
pub(crate) fn zip<'a>(parts: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let (mut bytes, mut directory, mut count) = (Vec::new(), Vec::new(), 0u16);
    for (name, content) in parts {
        let at = bytes.len() as u32;
        let mut fields = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        fields.extend(crc32fast::hash(content).to_le_bytes());
        fields.extend((content.len() as u32).to_le_bytes());
        fields.extend((content.len() as u32).to_le_bytes());
        fields.extend((name.len() as u16).to_le_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&fields);
        bytes.extend([0, 0]);
        bytes.extend(name.as_bytes());
        bytes.extend(content);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&fields);
        directory.extend([0; 12]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
        count += 1;
    }
    let at = bytes.len() as u32;
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}
