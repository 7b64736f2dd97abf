/** Of a text that is not kept itself: FNV-1a and the length. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}
