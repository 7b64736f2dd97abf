import { describe, expect, test } from 'vitest'
import { ownAfter, preferencesAfter, settingsOf } from './settings.ts'

const preferences = (values: Record<string, string>) =>
  new Map(Object.entries(values).map(([key, value]) => [key, { value }]))
const report = { overlapView: true, hierarchyView: true, lockAfter: 30 }
const usual = { sourceFontSize: 16, highlightColumnWidth: 8, memoColumnWidth: 35, highlightCounter: true, ...report }

describe('1 §2 settings: this person’s, else the project’s, else the usual', () => {
  test('without any, the usual of 1 §9', () => {
    expect(settingsOf({}, undefined)).toEqual(usual)
    expect(settingsOf({}, preferences({}))).toEqual(usual)
  })

  test('the project’s are the default, each by itself', () => {
    const project = preferences({ sourceFontSize: '20', highlightCounter: 'false' })
    expect(settingsOf({}, project)).toEqual({ ...usual, sourceFontSize: 20, highlightCounter: false })
    expect(settingsOf({ highlightCounter: true }, project)).toEqual({ ...usual, sourceFontSize: 20 })
    expect(settingsOf({ sourceFontSize: 12 }, project)).toMatchObject({ sourceFontSize: 12, highlightCounter: false })
  })

  test.each([
    ['3', 11],
    ['99', 24],
    ['large', 16],
    ['', 11],
  ])('1 §5 whatever is stored (%s) comes within the limits', (value, size) => {
    expect(settingsOf({}, preferences({ sourceFontSize: value })).sourceFontSize).toBe(size)
  })

  test('1 §9 the memo column takes 25 to 50 hundredths', () => {
    expect(settingsOf({ memoColumnWidth: 10 }, undefined).memoColumnWidth).toBe(25)
    expect(settingsOf({}, preferences({ memoColumnWidth: '70' })).memoColumnWidth).toBe(50)
  })
})

describe('1 §4 settings are written per key only when changed', () => {
  const project = { ...usual, sourceFontSize: 20 }

  test('of one’s own, only what differs from the project is kept: the rest follows it', () => {
    expect(ownAfter(project, project)).toEqual({})
    expect(ownAfter({ ...project, highlightCounter: false }, project)).toEqual({ highlightCounter: false })
    expect(ownAfter(usual, project)).toEqual({ sourceFontSize: 16 })
  })

  test('the project gets what differs', () => {
    expect(preferencesAfter(project, project)).toEqual([])
    expect(preferencesAfter({ ...project, highlightColumnWidth: 12, highlightCounter: false }, project)).toEqual([
      { key: 'highlightColumnWidth', value: '12' },
      { key: 'highlightCounter', value: 'false' },
    ])
  })

  test('what is wanted is what one has, whichever of the two is written', () => {
    const own = { sourceFontSize: 13, highlightColumnWidth: 30, memoColumnWidth: 25, highlightCounter: false }
    const wanted = { ...own, overlapView: false, hierarchyView: true, lockAfter: 5 }
    const stored = preferences({ sourceFontSize: '20' })
    expect(settingsOf(ownAfter(wanted, project), stored)).toEqual(wanted)
    const written = Object.fromEntries(preferencesAfter(wanted, project).map(({ key, value }) => [key, value]))
    expect(settingsOf({}, preferences({ sourceFontSize: '20', ...written }))).toEqual(wanted)
  })
})
