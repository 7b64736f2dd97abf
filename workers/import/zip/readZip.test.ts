import { expect, test } from 'vitest'
import { deflatedRun, utf8, zipFile } from '../../../fixtures/hostile/zipFile.ts'
import { openZip, readZip } from './readZip.ts'

const budget = { entries: 10, total: 1000, entry: () => 600 }

test('entries are unpacked one by one, each reading against the budget', () => {
  const zip = openZip(
    zipFile([
      { name: 'a\\b.txt', data: utf8('x'.repeat(400)) },
      { name: 'folder/', data: new Uint8Array() },
      { name: 'c.txt', ...deflatedRun(0x79, 500), method: 8 },
      { name: 'large', data: new Uint8Array(601) },
    ]),
    budget,
  )
  if (!('read' in zip)) throw new Error('refused')
  expect(zip.names).toEqual(['a/b.txt', 'c.txt', 'large'])
  expect(zip.read('a/b.txt')).toEqual({ bytes: utf8('x'.repeat(400)) })
  expect(zip.read('missing')).toBe(null)
  expect(zip.read('large')).toEqual({ tooLarge: { most: 600, bound: 'unpacked' } })
  expect(zip.read('c.txt')).toEqual({ bytes: utf8('y'.repeat(517)) })
  expect(zip.read('a/b.txt')).toEqual({ tooLarge: { most: 1000, bound: 'unpacked' } })
})

test('the fault says what the file should have been', () => {
  expect(openZip(utf8('a'.repeat(50)), budget, 'a REFI-QDA project')).toEqual({ fault: 'it is not a REFI-QDA project' })
  expect(readZip(utf8('a'.repeat(50)), budget)).toEqual({ fault: 'it is not a Word document' })
})
