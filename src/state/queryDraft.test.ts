import { expect, test } from 'vitest'
import { addFilter, criteriaOf, differs, draftOf, moveFilter, newQuery, removeFilter, setField } from './queryDraft.ts'

const saved = {
  id: 4,
  title: 'Mine',
  textSearch: 'trust',
  filters: [
    { field: 'group', operator: '=', value: 'Good', clause: 'And' },
    { field: 'quirkDate', operator: '<', value: '2026-01-01', clause: 'Or' },
  ],
  selectedQuirkId: -1,
} as const
const query = () => draftOf({ ...saved, filters: [...saved.filters] })
const order = ({ filters }: ReturnType<typeof query>) => filters.map(({ id }) => id).join(' ')

test('a filter without a value is not asked; nothing but blanks is no text', () => {
  const draft = newQuery()
  addFilter(draft, 'group')
  draft.textSearch = '  '
  expect(criteriaOf(draft)).toEqual({ filters: [], text: '' })
  ;(draft.filters[0] as { value: string }).value = ''
  draft.textSearch = ' a'
  expect(criteriaOf(draft)).toEqual({
    filters: [{ field: 'group', operator: '=', value: '', clause: 'And' }],
    text: ' a',
  })
})

test('what a saved query says is the same until something is changed that is asked', () => {
  const draft = query()
  const kept = { ...saved, filters: [...saved.filters] }
  expect(differs(draft, kept)).toBe(false)
  const added = addFilter(draft, 'sourceName')
  expect(differs(draft, kept)).toBe(false)
  removeFilter(draft, added)
  moveFilter(draft, 2, 0)
  expect(differs(draft, kept)).toBe(true)
})

test('a new filter joins as the one before it does, and has an id of its own', () => {
  const draft = query()
  expect(addFilter(draft, 'question')).toBe(3)
  expect(draft.filters.at(-1)).toEqual({ id: 3, field: 'question', operator: '=', value: null, clause: 'And' })
})

test('another field takes the value away, and an operator that it has not', () => {
  const [, date] = query().filters
  if (!date) throw new Error('no filter')
  setField(date, 'highlightDate')
  expect(date).toMatchObject({ operator: '<', value: null })
  setField(date, 'group')
  expect(date).toMatchObject({ operator: '=', value: null })
})

test('whether a quirk is asked for alone is asked, kept and compared', () => {
  const filters = [{ field: 'quirk', operator: '=', value: 7, clause: 'And', alone: true }] as const
  const kept = { ...saved, filters: [...filters] }
  const draft = draftOf(kept)
  expect(criteriaOf(draft).filters).toEqual(filters)
  expect(differs(draft, kept)).toBe(false)
  delete draft.filters[0]?.alone
  expect(differs(draft, kept)).toBe(true)
})

test('filters move within the order', () => {
  const draft = query()
  addFilter(draft, 'question')
  moveFilter(draft, 1, 2)
  expect(order(draft)).toBe('2 3 1')
  moveFilter(draft, 1, 3)
  moveFilter(draft, 2, -1)
  expect(order(draft)).toBe('2 3 1')
  moveFilter(draft, 1, 0)
  expect(order(draft)).toBe('1 2 3')
})

test('what changes places is joined as before', () => {
  const draft = query()
  moveFilter(draft, 2, 0)
  expect(draft.filters.map(({ field, clause }) => [field, clause])).toEqual([
    ['quirkDate', 'And'],
    ['group', 'Or'],
  ])
})
