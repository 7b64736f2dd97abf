import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  closeQuestion,
  closeSource,
  closeSources,
  type EditorState,
  editorOf,
  findSource,
  keepEditorsUnder,
  loseSource,
  openedQuestions,
  openQuestion,
  openSource,
  ownStep,
  shownQuestion,
} from './editor.ts'

/** What these rules are about. */
const editor = (state: Partial<EditorState>): EditorState =>
  ({
    openSources: [],
    activeSource: -1,
    lostSources: [],
    activeQuestion: 1,
    openQuestions: null,
    sourcesListed: false,
    ...state,
  }) as EditorState

describe('the tabs of sources', () => {
  test('1 §4: when the active one closes, the first that is open is shown, or none', () => {
    const three = editor({ openSources: [4, 5, 6], activeSource: 6 })
    closeSource(three, 6)
    expect(three).toMatchObject({ openSources: [4, 5], activeSource: 4 })
    closeSources(three, [4, 9])
    expect(three).toMatchObject({ openSources: [5], activeSource: 5 })
    closeSource(three, 5)
    expect(three).toMatchObject({ openSources: [], activeSource: -1 })
  })

  test('another that closes leaves the active one', () => {
    const two = editor({ openSources: [4, 5], activeSource: 5 })
    closeSource(two, 4)
    expect(two).toMatchObject({ openSources: [5], activeSource: 5 })
  })

  test('one that is opened is shown in place of the list, with one tab however often', () => {
    const one = editor({ openSources: [4], activeSource: 4, sourcesListed: true })
    openSource(one, 4)
    openSource(one, 7)
    expect(one).toMatchObject({ openSources: [4, 7], activeSource: 7, sourcesListed: false })
  })

  test('one that is back stands behind what is shown; an own step shows again what was shown when it went, but where a text is edited', async () => {
    const lost = (state: Partial<EditorState> = {}) => {
      const two = editor({ openSources: [4, 7], activeSource: 7, ...state })
      loseSource(two, 7)
      return two
    }
    const isThere = async (id: number) => id === 7
    const colleagues = lost()
    findSource(colleagues, 7)
    expect(colleagues).toMatchObject({ openSources: [4, 7], activeSource: 4, lostSources: [] })

    const before = lost()
    expect(await ownStep(before, async () => 'done', isThere)).toBe('done')
    findSource(before, 7)
    const after = lost()
    await ownStep(after, async () => findSource(after, 7), isThere)
    for (const own of [before, after])
      expect(own).toMatchObject({ openSources: [4, 7], activeSource: 7, lostSources: [] })

    const stillGone = lost()
    await ownStep(
      stillGone,
      async () => {},
      async () => false,
    )
    const behind = lost({ activeSource: 4 })
    const edited = lost()
    for (const one of [behind, edited])
      await ownStep(
        one,
        async () => {
          one.editing = true
          findSource(one, 7)
        },
        isThere,
      )
    for (const one of [stillGone, behind, edited]) expect(one.activeSource).toBe(4)
  })
})

describe('the tabs of questions', () => {
  const all = [1, 8, 3]

  test('all are open until one is closed, those added later too; in the order of the questions', () => {
    const some = editor({})
    expect(openedQuestions(some.openQuestions, all)).toEqual(all)
    closeQuestion(some, 8, all)
    expect(openedQuestions(some.openQuestions, [...all, 9])).toEqual([1, 3])
    openQuestion(some, 9)
    openQuestion(some, 8)
    expect(openedQuestions(some.openQuestions, [9, ...all])).toEqual([9, 1, 8, 3])
    expect(some.activeQuestion).toBe(8)
  })

  test('the last one stays, and one is open whatever has been removed', () => {
    const last = editor({ openQuestions: [8] })
    closeQuestion(last, 8, all)
    expect(openedQuestions(last.openQuestions, all)).toEqual([8])
    expect(openedQuestions(last.openQuestions, [1, 3])).toEqual([1])
  })

  test('a question that is closed or gone shows the first that is open', () => {
    expect(shownQuestion({ activeQuestion: 3, openQuestions: null }, all)).toBe(3)
    expect(shownQuestion({ activeQuestion: 3, openQuestions: [8] }, all)).toBe(8)
    expect(shownQuestion({ activeQuestion: 3, openQuestions: null }, [1, 8])).toBe(1)
    expect(shownQuestion({ activeQuestion: 3, openQuestions: null }, [])).toBeUndefined()
  })
})

describe('what is kept', () => {
  afterEach(() => {
    keepEditorsUnder(
      (uuid) => uuid,
      () => true,
    )
    vi.unstubAllGlobals()
  })

  test('lies under the name that the page gives it: what one account has open is none of another’s', async () => {
    const kept = new Map<string, string>([['thicket:view:ana.p9', '{"openSources":[4]}']])
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    keepEditorsUnder(
      (uuid) => `ben.${uuid}`,
      () => true,
    )
    const editor = editorOf('p9')
    expect(editor.openSources).toEqual([])
    openSource(editor, 7)
    await vi.waitFor(() => expect(JSON.parse(kept.get('thicket:view:ben.p9') ?? '{}').openSources).toEqual([7]))
    expect(kept.get('thicket:view:ana.p9')).toBe('{"openSources":[4]}')
    // What is sought in a project whose words lie nowhere is kept nowhere.
    keepEditorsUnder(
      (uuid) => uuid,
      () => false,
    )
    const sealed = editorOf('p10')
    sealed.query.textSearch = 'Heliotrop'
    openSource(sealed, 7)
    await vi.waitFor(() => expect(JSON.parse(kept.get('thicket:view:p10') ?? '{}').openSources).toEqual([7]))
    expect(kept.get('thicket:view:p10')).not.toContain('Heliotrop')
  })
})
