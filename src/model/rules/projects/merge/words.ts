/** Whether people mean the same by two titles, questions, properties or values. */
export const folded = (words: string): string => words.normalize('NFC').trim().toLowerCase()
