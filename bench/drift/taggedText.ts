/**
 * What highlights and memos must cover, told letter by letter: the judge of `driftCase.ts`. Every letter of such a text occurs once, so it
 * is its own tag; which highlights it belongs to is written on the letter, and no position is ever mapped. It reads the room's log alone.
 *
 * The rules: what is put between two letters of a highlight belongs to it, at its edge it does not; what replaces a stretch belongs to
 * those that covered all of it; a letter that comes back belongs where it belonged when it went, and the highlight to all between its
 * letters; a highlight without a letter goes, and comes back with the first of the letters that were its last; a memo stays.
 *
 * Left open is where line breaks belong that come back at an edge, since they are no tags; that they come back is said by the letters beside them in the same
 * insertion, or by the step.
 */

interface Unit {
  /** The letter, and for one of two units which half; a line break is no tag. */
  readonly tag: string
  readonly of: Set<number>
}

export interface Tagged {
  readonly memo: boolean
  state: 'here' | 'gone' | 'removed'
  /** The letters with which it went. */
  last: ReadonlySet<string>
}

export interface TaggedText {
  readonly text: string
  readonly marks: ReadonlyMap<number, Tagged>
  /** Whether the letter has been away at any time. */
  hasGone(tag: string): boolean
  /**
   * The JSON of a step's changes: lengths kept, and [length, ...lines] replaced. `back`: stretches of the text after it that the step says come
   * back; of a line break alone nothing else tells that it is no new one.
   */
  edit(
    parts: readonly (number | readonly [number, ...string[]])[],
    back: readonly { at: number; length: number }[],
  ): void
  /** A new one, or one that a person brings back. */
  put(id: number, memo: boolean, start: number, length: number): void
  remove(id: number): void
  /** Where it must lie; null where it covers nothing. */
  place(id: number): { start: number; length: number } | null
  /** Whether it may lie there, where something is left open. */
  adopt(id: number, start: number, length: number): boolean
  /** All have been compared: what has been adopted stands. */
  compared(): void
}

/** A tag for each unit of the text. */
export function tagsOf(text: string): string[] {
  return [...text].flatMap((letter) => (letter.length === 1 ? [letter] : [`${letter}0`, `${letter}1`]))
}

export function taggedText(start: string): TaggedText {
  let units: Unit[] = tagsOf(start).map((tag) => ({ tag, of: new Set() }))
  const marks = new Map<number, Tagged>()
  /** Of which a letter was when it went. */
  const memory = new Map<string, Set<number>>()
  /** Units that may be of any. */
  const open = new Set<Unit>()

  const common = (some: readonly (Unit | undefined)[]): number[] => {
    const [first, ...rest] = some
    return [...(first?.of ?? [])].filter((id) => rest.every((unit) => unit?.of.has(id)))
  }

  function inserted(text: string, belongs: readonly number[]): Unit[] {
    const tags = tagsOf(text)
    return tags.map((tag) => {
      const unit = { tag, of: new Set(belongs) }
      if (tag === '\n' && tags.some((each) => memory.has(each))) open.add(unit)
      for (const id of (tag !== '\n' && memory.get(tag)) || []) {
        const mark = marks.get(id)
        const isBack = mark?.state === 'gone' && [...mark.last].some((each) => tags.includes(each))
        if (mark?.state === 'here' || isBack) unit.of.add(id)
      }
      return unit
    })
  }

  /** Everything between the letters of one is its own. */
  function close(): void {
    const ends = new Map<number, { from: number; to: number }>()
    for (const [at, unit] of units.entries())
      for (const id of unit.of) ends.set(id, { from: ends.get(id)?.from ?? at, to: at })
    for (const [id, { from, to }] of ends) for (let at = from; at <= to; at += 1) units[at]?.of.add(id)
  }

  function settle(taken: ReadonlyMap<number, ReadonlySet<string>>): void {
    const held = new Set(units.flatMap((unit) => [...unit.of]))
    for (const [id, mark] of marks) {
      if (mark.state === 'gone' && held.has(id)) mark.state = 'here'
      if (mark.state !== 'here' || held.has(id)) continue
      if (!mark.memo) mark.state = 'gone'
      mark.last = taken.get(id) ?? mark.last
    }
  }

  return {
    get text() {
      return units.map(({ tag }) => (tag.length > 1 ? (tag.endsWith('0') ? tag.slice(0, -1) : '') : tag)).join('')
    },
    marks,
    hasGone: (tag) => memory.has(tag),
    edit(parts, back) {
      const next: Unit[] = []
      const gone: Unit[] = []
      let at = 0
      for (const part of parts) {
        const kept = typeof part === 'number' ? part : 0
        for (const unit of units.slice(at, at + kept)) next.push(unit)
        at += kept
        if (typeof part === 'number') continue
        const [length, ...lines] = part
        const replaced = units.slice(at, at + length)
        const around = length > 0 ? replaced : [units[at - 1], units[at]]
        const isOpen = around.some((unit) => unit && open.has(unit))
        for (const unit of inserted(lines.join('\n'), common(around))) {
          next.push(unit)
          if (isOpen) open.add(unit)
        }
        gone.push(...replaced)
        at += length
      }
      for (const { at, length } of back)
        for (const unit of next.slice(at, at + length)) if (unit.tag === '\n') open.add(unit)
      const taken = new Map<number, Set<string>>()
      for (const { tag, of } of gone) {
        if (tag !== '\n') memory.set(tag, new Set(of))
        for (const id of of) {
          const tags = taken.get(id) ?? new Set()
          taken.set(id, tag === '\n' ? tags : tags.add(tag))
        }
      }
      units = next
      close()
      settle(taken)
    },
    put(id, memo, start, length) {
      const known = marks.get(id)
      if (known && known.state !== 'removed') return
      marks.set(id, { memo, state: 'here', last: new Set() })
      for (const unit of units) unit.of.delete(id)
      for (const unit of units.slice(start, start + length)) unit.of.add(id)
    },
    remove(id) {
      const mark = marks.get(id)
      if (mark) mark.state = 'removed'
    },
    place(id) {
      const first = units.findIndex(({ of }) => of.has(id))
      return first < 0 ? null : { start: first, length: units.findLastIndex(({ of }) => of.has(id)) + 1 - first }
    },
    adopt(id, start, length) {
      for (const [at, unit] of units.entries()) {
        if (!open.has(unit)) continue
        if (start <= at && at < start + length) unit.of.add(id)
        else unit.of.delete(id)
      }
      close()
      const mark = marks.get(id)
      if (mark?.state === 'gone' && units.some(({ of }) => of.has(id))) mark.state = 'here'
      return units.every(({ of }, at) => of.has(id) === (start <= at && at < start + length))
    },
    compared: () => open.clear(),
  }
}
