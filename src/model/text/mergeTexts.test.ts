import { describe, expect, it } from 'vitest'
import { mergeTexts } from './mergeTexts.ts'

describe('two people change one text, neither with the other’s words before them', () => {
  it.each([
    ['the one changed nothing', 'Note', 'Note', 'Other', 'Other'],
    ['the other changed nothing', 'Note', 'Other', 'Note', 'Other'],
    ['both wrote the same', 'Note', 'Other', 'Other', 'Other'],
  ])('%s', (_, was, theirs, ours, merged) => {
    expect(mergeTexts(was, theirs, ours)).toBe(merged)
  })

  it('takes what they changed apart from each other, whoever’s comes first', () => {
    const [was, front, end] = ['She trusts him.', 'Anna trusts him.', 'She trusts him no more.']
    expect(mergeTexts(was, front, end)).toBe('Anna trusts him no more.')
    expect(mergeTexts(was, end, front)).toBe('Anna trusts him no more.')
  })

  it('takes lines that the one has added behind what the other has changed', () => {
    const [changed, added] = ['Note by Ana', 'Note\n\nAnd more']
    expect(mergeTexts('Note', changed, added)).toBe('Note by Ana\n\nAnd more')
    expect(mergeTexts('Note', added, changed)).toBe('Note by Ana\n\nAnd more')
    expect(mergeTexts('Note', 'Notes and', 'Note\nMore')).toBe('Notes and\nMore')
    expect(mergeTexts('Note', 'No', 'Note\nMore')).toBe('No\nMore')
  })

  it('puts the other’s text first, then an empty line, then one’s own, where both changed the same', () => {
    expect(mergeTexts('', 'From Ana', 'From Ben')).toBe('From Ana\n\nFrom Ben')
    expect(mergeTexts('Note', 'Note by Ana', 'Note by Ben')).toBe('Note by Ana\n\nNote by Ben')
    expect(mergeTexts('Note', 'Notes', 'Ben’s')).toBe('Notes\n\nBen’s')
  })

  it('has the lines that both have once', () => {
    const was = 'Method\nfirst\nOpen'
    expect(mergeTexts(was, 'Method\nAna\nOpen', 'Method\nBen\nOpen')).toBe('Method\nAna\n\nBen\nOpen')
    expect(mergeTexts('Note', 'Note\n\nAna’s', 'Note\n\nBen’s')).toBe('Note\n\nAna’s\n\nBen’s')
  })

  it('adds no empty line where one of them only took words away', () => {
    expect(mergeTexts('one\ntwo', 'one', 'one\ntwo and a half')).toBe('one\ntwo and a half')
    expect(mergeTexts('Note', '', 'Note by Ben')).toBe('Note by Ben')
    expect(mergeTexts('Note', 'Note by Ana', '')).toBe('Note by Ana')
  })

  it('splits no character of two units', () => {
    expect(mergeTexts('😀 and 😀', '😁 and 😀', '😀 and 😂')).toBe('😁 and 😂')
  })
})
