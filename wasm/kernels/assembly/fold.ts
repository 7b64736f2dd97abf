// Case folding of UTF-8. `table` gives for each code point below 0x20000 the one it folds to, in its own plane (u16); 0: it is left out.

/**
 * Folds `length` bytes at `from` to `into` (at most 1.5 times as long); returns the folded length. The bytes are whole code points. To the
 * u32 at `left` is added how many of them are left out.
 */
export function fold(from: usize, length: i32, table: usize, into: usize, left: usize): i32 {
  const stop = from + length
  let at = from
  let to = into
  while (at < stop) {
    // Sixteen ASCII bytes at a time.
    while (at + 16 <= stop) {
      const bytes = v128.load(at)
      if (v128.any_true(v128.and(bytes, i8x16.splat(<i8>0x80)))) break
      const upper = v128.and(i8x16.ge_u(bytes, i8x16.splat(0x41)), i8x16.le_u(bytes, i8x16.splat(0x5a)))
      v128.store(to, v128.or(bytes, v128.and(upper, i8x16.splat(0x20))))
      at += 16
      to += 16
    }
    if (at >= stop) break
    const lead = <u32>load<u8>(at)
    if (lead < 0x80) {
      store<u8>(to, lead + (lead - 0x41 < 26 ? 0x20 : 0))
      at++
      to++
      continue
    }
    let code: u32
    if (lead < 0xe0) {
      code = ((lead & 0x1f) << 6) | (load<u8>(at, 1) & 0x3f)
      at += 2
    } else if (lead < 0xf0) {
      code = ((lead & 0x0f) << 12) | ((<u32>load<u8>(at, 1) & 0x3f) << 6) | (load<u8>(at, 2) & 0x3f)
      at += 3
    } else {
      code =
        ((lead & 0x07) << 18) |
        ((<u32>load<u8>(at, 1) & 0x3f) << 12) |
        ((<u32>load<u8>(at, 2) & 0x3f) << 6) |
        (load<u8>(at, 3) & 0x3f)
      at += 4
    }
    if (code < 0x20000) code = (code & 0x10000) | load<u16>(table + ((<usize>code) << 1))
    if (code == 0) store<u32>(left, load<u32>(left) + 1)
    else if (code < 0x80) {
      store<u8>(to, code)
      to++
    } else if (code < 0x800) {
      store<u8>(to, 0xc0 | (code >> 6))
      store<u8>(to, 0x80 | (code & 0x3f), 1)
      to += 2
    } else if (code < 0x10000) {
      store<u8>(to, 0xe0 | (code >> 12))
      store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 1)
      store<u8>(to, 0x80 | (code & 0x3f), 2)
      to += 3
    } else {
      store<u8>(to, 0xf0 | (code >> 18))
      store<u8>(to, 0x80 | ((code >> 12) & 0x3f), 1)
      store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 2)
      store<u8>(to, 0x80 | (code & 0x3f), 3)
      to += 4
    }
  }
  return <i32>(to - into)
}
