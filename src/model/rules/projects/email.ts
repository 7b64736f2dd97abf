/** Emails as they are kept and compared (2 §5): trimmed, lower-cased. */

const pattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"/.]+(\.[^\s@<>()[\]\\,;:"/.]+)+$/
/** In units; no mail reaches longer ones. */
const longest = 254

export const cleanEmail = (written: string): string => written.trim().toLowerCase()

/** Of a clean one. */
export const isEmail = (email: string): boolean =>
  email.length <= longest && !/\p{Cc}/u.test(email) && pattern.test(email)
