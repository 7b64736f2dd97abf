import { expect, test } from 'vitest'
import { copyKey, copyOf } from './copyKey.ts'

test('copies of accounts lie apart, and those of local mode where they always were', () => {
  expect(copyKey('local', 'a-b')).toBe('a-b')
  expect(copyKey('7', 'a-b')).not.toBe(copyKey('8', 'a-b'))
  for (const account of ['local', '7', 'x.y']) expect(copyOf(copyKey(account, 'a-b'))).toEqual({ account, uuid: 'a-b' })
})
