import { describe, expect, test } from 'vitest'
import { atAddress } from './atAddress.ts'
import { activeSource, askedQuirk } from './idsInAddress.ts'
import { allViews, onDesk, onPhone } from './views.ts'

/** A large screen or a phone, at a host that shares projects or does not. */
const large = { isPhone: false, can: () => true }
const small = { isPhone: true, can: () => true }
const smallAlone = { isPhone: true, can: () => false }

/** Where an address below the project's leads; null: it stays. */
const led = (address: string, device: typeof large): string | null => {
  const [path = '', search = ''] = address.split('?')
  const at = atAddress(path, search, device)
  return at && 'to' in at ? at.to : null
}
const onLarge = (address: string) => led(address, large)
const onSmall = (address: string) => led(address, small)
const isFound = (address: string, device: typeof large) => atAddress(address, '', device) !== null

describe('1 §2, route guards of the desktop', () => {
  test.each(['sources', 'users', 'settings'])('a path under a project that ends in %s is the project', (child) => {
    expect(onLarge(`/${child}`)).toBe('')
    expect(onLarge(`/${child}?activeSource=3`)).toBe('?activeSource=3')
  })

  test('a sourceId is the project with that source', () => {
    expect(onLarge('/sources/17')).toBe('?activeSource=17')
    expect(onLarge('/sources/1&quirkId=2')).toBe('?activeSource=1%26quirkId%3D2')
    expect(onLarge('/sources/last')).toBe('')
    expect(onLarge('/sources/highest')).toBe('')
  })

  test('a quirkId is the tree of that quirk, and the list of quirks has another name', () => {
    expect(onLarge('/quirks/12')).toBe('/tree?quirkId=12')
    expect(onLarge('/quirks')).toBe('/list')
    expect(onLarge('/quirks?quirkId=12')).toBe('/list?quirkId=12')
  })

  test('the project and its views stay', () => {
    expect(atAddress('', 'activeSource=3', large)).toEqual({ view: 'canvas', row: undefined })
    expect(atAddress('tree', 'quirkId=3', large)).toEqual({ view: 'tree', row: undefined })
    for (const name of allViews) if (onDesk(name)) expect(onLarge(name === 'canvas' ? '' : `/${name}`)).toBeNull()
  })

  test.each(['nowhere', 'canvas', 'users/3', 'list/3', 'sources/17/more'])('%s is not found', (path) => {
    expect(isFound(path, large)).toBe(false)
  })
})

describe('1 §2, route guards of the phone', () => {
  test('the list of quirks has another name', () => {
    expect(onSmall('/list')).toBe('/quirks')
  })

  test.each(['overlap', 'query', 'sort'])('a path with %s is the source with the highest id', (child) => {
    expect(onSmall(`/${child}`)).toBe('/sources/highest')
  })

  test('a quirkId query on a project is that quirk, whatever the view', () => {
    for (const path of ['', '/tree', '/overlap', '/sources']) expect(onSmall(`${path}?quirkId=12`)).toBe('/quirks/12')
  })

  test('without a source it is the last one', () => {
    expect(onSmall('')).toBe('/sources/last')
    expect(onSmall('?activeSource=3')).toBe('/sources/3')
  })

  test.each(['quirks', 'quirks/12', 'settings', 'sources', 'sources/3', 'sources/last', 'history'])(
    '%s stays',
    (path) => {
      expect(atAddress(path, '', small)).toEqual({ view: path.split('/')[0], row: path.split('/')[1] })
    },
  )

  test.each(['nowhere', 'canvas', 'sources/17/more'])('%s is not found', (path) => {
    expect(isFound(path, small)).toBe(false)
  })

  test('with whom a project is shared is not found where nothing can be shared', () => {
    expect(isFound('users', small)).toBe(true)
    expect(isFound('users', smallAlone)).toBe(false)
  })
})

test('every view is offered somewhere, and on every device its address shows something, without leading in a circle', () => {
  for (const name of allViews) {
    expect(onDesk(name)?.menu ?? (name === 'tree' || onPhone(name)), name).toBeTruthy()
    for (const device of [large, small])
      for (const search of ['', '?quirkId=3', '?activeSource=3', '?quirkId=', '?activeSource=x']) {
        let address: string | null = `${name === 'canvas' ? '' : `/${name}`}${search}`
        for (let hop = 0; address !== null; hop++) {
          expect(hop, address).toBeLessThan(3)
          const [path = '', query = '']: string[] = address.split('?')
          expect(atAddress(path, query, device), address).not.toBeNull()
          address = led(address, device)
        }
      }
  }
})

test.each([
  ['activeSource=17', 17],
  ['quirkId=2&activeSource=3', 3],
  ['activeSource=-1', null],
  ['activeSource=x', null],
  ['', null],
])('%s asks for the source %s', (search, id) => {
  expect(activeSource(search)).toBe(id)
})

test.each([
  ['quirkId=17', 17],
  ['activeSource=2&quirkId=3', 3],
  ['quirkId=x', null],
  ['', null],
])('%s asks for the quirk %s', (search, id) => {
  expect(askedQuirk(search)).toBe(id)
})
