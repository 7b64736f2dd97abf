import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const uuid = '00000000-0000-4000-8000-000000000001'
let page: EventTarget
let screen: typeof import('./strayDrops.ts')

beforeEach(async () => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { hash: `#/projects/${uuid}` })
  vi.resetModules()
  screen = await import('./strayDrops.ts')
  screen.watchStrayDrops()
})
afterEach(() => void vi.unstubAllGlobals())

/** Whether the browser was kept from opening the file, and what the cursor shows. */
function happen(kind: 'dragover' | 'drop', types: string[], taken = false): [boolean, string] {
  const event = new Event(kind, { cancelable: true })
  const dataTransfer = { types, items: [], files: [new File(['a'], 'a.txt')], dropEffect: 'unset' }
  Object.assign(event, { dataTransfer })
  if (taken) event.preventDefault()
  page.dispatchEvent(event)
  return [event.defaultPrevented, dataTransfer.dropEffect]
}

test('a file that is dropped where nothing takes it never replaces the page', async () => {
  await screen.heldDrops(uuid)
  expect(happen('dragover', ['Files'])).toEqual([true, 'none'])
  expect(happen('drop', ['Files'])).toEqual([true, 'none'])
  expect(await screen.heldDrops(uuid)).toEqual([])
})

test('what is dragged within the page, and what something has taken, is left alone', () => {
  expect(happen('drop', ['text/plain'])).toEqual([false, 'unset'])
  expect(happen('drop', ['Files'], true)).toEqual([true, 'unset'])
})

test('a file that is dropped while the page of its project is still coming is held for it', async () => {
  expect(happen('dragover', ['Files'])).toEqual([true, 'copy'])
  expect(happen('drop', ['Files'])).toEqual([true, 'copy'])
  vi.stubGlobal('location', { hash: '#/projects' })
  expect(happen('drop', ['Files'])).toEqual([true, 'none'])
  expect((await screen.heldDrops(uuid)).map(({ name }) => name)).toEqual(['a.txt'])
})

test('a file that was dropped for one project goes into no other', async () => {
  happen('drop', ['Files'])
  expect(await screen.heldDrops('00000000-0000-4000-8000-000000000002')).toEqual([])
  expect(await screen.heldDrops(uuid)).toEqual([])
})
