/**
 * Answers: which image an answer may hold.
 * Promises: only bytes within the text, of four kinds of raster image; never an address that would be fetched.
 */
import { cleanAlt } from './canonicalText.ts'

/** The unit of the plain text at which an image stands. */
export const OBJECT = '\uFFFC'

const SOURCE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

/** The address as it is kept, or null: white space (long base64 is often wrapped) goes, all else must fit. */
export function imageSource(src: string): string | null {
  const packed = /\s/.test(src) ? src.replace(/\s+/g, '') : src
  return SOURCE.test(packed) ? packed : null
}

export const isImage = (src: string, alt: string): boolean => SOURCE.test(src) && cleanAlt(alt) === alt
