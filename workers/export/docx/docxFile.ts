/**
 * A Word document that is written paragraph by paragraph, with comments and images, as a zip archive.
 * Promises: comments and images that were asked for are in it; an image that is used twice is in it once.
 */
import { xmlText } from '../xml.ts'
import { zipFile } from '../zip/zipFile.ts'
import * as parts from './docxParts.ts'
import { type ImageKind, type ImageSize, imageSize } from './imageSize.ts'

export interface Comment {
  text: string
  author: string
  /** In ms since 1970. */
  timestamp: number
}

export interface PlacedImage {
  /** Of its relationship. */
  id: string
  size: ImageSize | null
}

export interface DocxFile {
  /** Whole paragraphs. */
  write(xml: string): void
  /** Gives its id. */
  comment(comment: Comment): number
  /** `src`: a data: address as a text holds it. */
  image(src: string): PlacedImage
  /** A number that no other drawing has. */
  drawing(): number
  take(): Uint8Array<ArrayBuffer>[]
  end(): void
}

const source = /^data:image\/(png|jpeg|gif|webp);base64,(.*)$/s

export function docxFile(): DocxFile {
  const zip = zipFile()
  const file = (name: string, text: string) => {
    const entry = zip.text(name)
    entry.write(text)
    entry.end()
  }
  file('[Content_Types].xml', parts.contentTypes)
  file('_rels/.rels', parts.packageRelationships)
  file('word/styles.xml', parts.styles)
  file('word/numbering.xml', parts.numbering)
  const document = zip.text('word/document.xml')
  document.write(parts.documentStart)
  const comments = zip.text('word/comments.xml')
  comments.write(parts.commentsStart)
  const images = new Map<string, PlacedImage>()
  const names = new Map<string, string>()
  let commentCount = 0
  let drawings = 0

  return {
    write: (xml) => document.write(xml),
    comment(comment) {
      comments.write(commentXml(commentCount, comment))
      commentCount += 1
      return commentCount - 1
    },
    image(src) {
      const known = images.get(src)
      if (known) return known
      const [, kind = 'png', packed = ''] = source.exec(src) ?? []
      const bytes = Uint8Array.from(atob(packed), (unit) => unit.charCodeAt(0))
      const id = `image${images.size + 1}`
      const placed = { id, size: imageSize(kind as ImageKind, bytes) }
      images.set(src, placed)
      names.set(id, `${id}.${kind}`)
      zip.bytes(`word/media/${id}.${kind}`, bytes)
      return placed
    },
    drawing() {
      drawings += 1
      return drawings
    },
    take: () => zip.take(),
    end() {
      document.write(parts.documentEnd)
      document.end()
      comments.write(parts.commentsEnd)
      comments.end()
      file('word/_rels/document.xml.rels', parts.documentRelationships(names))
      zip.end()
    },
  }
}

/** Word refuses a file with a longer one. */
const longestAuthor = 255

function commentXml(id: number, { text, author, timestamp }: Comment): string {
  const lines = text.split('\n').map((line) => `<w:r><w:t xml:space="preserve">${xmlText(line)}</w:t></w:r>`)
  const reference = '<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r>'
  const paragraphs = lines.map(
    (line, at) => `<w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr>${at === 0 ? reference : ''}${line}</w:p>`,
  )
  const date = isoTime(timestamp)
  return `<w:comment w:id="${id}" w:author="${xmlText(author.slice(0, longestAuthor))}"${date && ` w:date="${date}"`} w:initials="${xmlText(initials(author))}">${paragraphs.join('')}</w:comment>`
}

const initials = (author: string): string =>
  author
    .split(/\s+/)
    .map(([first = '']) => first)
    .join('')
    .slice(0, 3)

/** Years of four digits only, as XML Schema has them. */
const isoTime = (timestamp: number): string =>
  timestamp >= 0 && timestamp < Date.UTC(10_000, 0) ? `${new Date(timestamp).toISOString().slice(0, 19)}Z` : ''
