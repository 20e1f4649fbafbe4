//! Asking for memory before it is needed.

/// Has the line of an element come from memory, without waiting for it. Where the processor has no word for that, nothing
/// is done.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function of the processor is")
)]
pub(crate) fn prefetch<T>(all: &[T], at: usize) {
    let element = all.as_ptr().wrapping_add(at);
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // Safe since every processor of this kind has it, and since it reads nothing, wherever it is pointed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = element;
}
