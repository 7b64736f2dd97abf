/**
 * The comments of an OpenDocument text, which stand where their words begin. Their borders lie beside letters, as those of Word do: one that ends
 * before its first letter, or has no end, is on the word where it stands.
 */
import { type Comment, commentMemos } from '../commentMemos.ts'
import type { FootnotedDraft } from '../footnotedDraft.ts'
import type { ImportedMemo } from '../imported.ts'
import type { Attributes } from '../xml/readXml.ts'
import { timeOf } from '../xml/timeOf.ts'

export interface OdtComments {
  /** Whether a comment is being read: then all that comes is its own. */
  readonly isOpen: boolean
  begin(attributes: Attributes): void
  open(name: string): void
  text(text: string): void
  close(name: string): void
  /** Where the words of the comment of this name end. */
  end(name: string): void
  /** Before this text, or a picture, is written. */
  write(text: string): void
  memos(text: string): ImportedMemo[]
}

export function odtComments(to: FootnotedDraft): OdtComments {
  const comments: Comment[] = []
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  /** Those that have begun, but for their first letter. */
  let waiting: number[] = []
  let lastLetter = -1
  let written: Comment | null = null
  let depth = 0
  let field: 'author' | 'date' | 'words' | null = null
  let date = ''

  /** On no words: where the last letter is, or the next where there is none before. */
  const point = (number: number): void => {
    waiting = waiting.filter((one) => one !== number)
    to.here(() => {
      if (lastLetter >= 0) starts.set(number, lastLetter)
      else waiting.push(number)
    })
  }
  return {
    get isOpen() {
      return written !== null
    },
    begin(attributes) {
      written = { id: attributes['office:name'] ?? '', author: '', timestamp: 0, content: '' }
      comments.push(written)
      depth = 1
      date = ''
      if (written.id === '') point(comments.length - 1)
      else waiting.push(comments.length - 1)
    },
    open(name) {
      depth += 1
      if (name === 'dc:creator') field = 'author'
      else if (name === 'dc:date') field = 'date'
      else if (name === 'text:p' || name === 'text:h') {
        field = 'words'
        if (written && written.content !== '') written.content += '\n'
      } else if (written && field === 'words') written.content += blanks[name] ?? ''
    },
    text(text) {
      if (!written) return
      if (field === 'author') written.author += text
      else if (field === 'date') date += text
      else if (field === 'words') written.content += text.replace(/[ \t\r\n]+/g, ' ')
    },
    close(name) {
      depth -= 1
      if (ofComment.has(name)) field = null
      if (depth > 0 || !written) return
      written.author = written.author.trim()
      written.timestamp = timeOf(date)
      written = null
    },
    end(name) {
      const number = name === '' ? -1 : comments.findLastIndex(({ id }) => id === name)
      if (number < 0) return
      if (waiting.includes(number)) point(number)
      else to.here(() => lastLetter >= 0 && ends.set(number, lastLetter))
    },
    write(text) {
      const letters = text.trim()
      if (letters === '') return
      const before = text.length - text.trimStart().length
      const begun = waiting
      waiting = []
      to.here((at) => {
        for (const number of begun) starts.set(number, at + before)
        lastLetter = at + before + letters.length
      })
    },
    memos: (text) => commentMemos(comments, { starts, ends }, text),
  }
}

const ofComment: ReadonlySet<string> = new Set(['dc:creator', 'dc:date', 'text:p', 'text:h'])
const blanks: Readonly<Record<string, string | undefined>> = {
  'text:tab': '\t',
  'text:s': ' ',
  'text:line-break': '\n',
}
