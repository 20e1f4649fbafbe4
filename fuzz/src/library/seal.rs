//! Checksums of an index made right, so that what is behind them is met.

use super::memory_disk::MemoryDisk;

/// Bytes under one checksum, and those of the trailer.
const PAGE: usize = 4096;
const TRAILER: usize = 32;

/// Changes the payload of a file, then what says that it is right: its checksums, and the manifest.
pub(super) fn seal(disk: &MemoryDisk, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let old = disk.read(name).expect("a file");
    let (body, trailer) = old.split_at(old.len() - TRAILER);
    let word = |at: usize| u64::from_le_bytes(trailer[at..at + 8].try_into().expect("eight bytes"));
    let (number, length) = (word(16), word(24) as usize);
    let mut new = body[..length].to_vec();
    change(&mut new);
    let length = new.len() as u64;
    let mut sums = Vec::new();
    for (page, bytes) in (0u64..).zip(new.chunks(PAGE)) {
        sums.extend(
            crc32fast::hash(&[&number.to_le_bytes(), &page.to_le_bytes(), bytes].concat())
                .to_le_bytes(),
        );
    }
    let format = &trailer[8..12];
    let sum =
        crc32fast::hash(&[&sums, format, &number.to_le_bytes(), &length.to_le_bytes()].concat());
    new.extend(&sums);
    new.extend(&trailer[..12]);
    new.extend(sum.to_le_bytes());
    new.extend(number.to_le_bytes());
    new.extend(length.to_le_bytes());

    let old_sum = u32::from_le_bytes(trailer[12..16].try_into().expect("four bytes"));
    let manifest =
        String::from_utf8(disk.read("manifest").expect("a file").to_vec()).expect("text");
    let seal =
        |bytes: usize, sum: u32| (format!("\"bytes\": {bytes},"), format!("\"seal\": {sum},"));
    let ((old_bytes, old_seal), (new_bytes, new_seal)) =
        (seal(old.len(), old_sum), seal(new.len(), sum));
    // The one stands right behind the other.
    let at = manifest
        .find(&old_seal)
        .expect("the manifest knows the file");
    let (before, behind) = manifest.split_at(at);
    let from = before.rfind(&old_bytes).expect("and how long it is");
    let before = format!(
        "{}{new_bytes}{}",
        &before[..from],
        &before[from + old_bytes.len()..]
    );
    let mut manifest = format!("{before}{new_seal}{}", &behind[old_seal.len()..]).into_bytes();
    seal_manifest(&mut manifest);
    disk.put("manifest", manifest);
    disk.put(name, new);
}

/// Makes the last line of a manifest, or what may be one, the checksum of the others.
pub(super) fn seal_manifest(manifest: &mut Vec<u8>) {
    if manifest.last() == Some(&b'\n') {
        manifest.pop();
    }
    let end = manifest.iter().rposition(|&byte| byte == b'\n');
    manifest.truncate(end.unwrap_or(manifest.len()));
    let sum = crc32fast::hash(manifest);
    manifest.extend(format!("\ncrc32 {sum:08x}\n").into_bytes());
}
