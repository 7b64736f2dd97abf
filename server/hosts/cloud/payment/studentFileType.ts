/** What a student's file is, by its first bytes, whatever it is called. */
const beginnings = { pdf: [0x25, 0x50, 0x44, 0x46, 0x2d], png: [0x89, 0x50, 0x4e, 0x47], jpg: [0xff, 0xd8, 0xff] }

/** null: it is none that is taken. */
export const studentFileType = (bytes: Uint8Array): string | null =>
  Object.entries(beginnings).find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0] ?? null
