import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { deskViews } from './views.ts'

const source = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(source, file), 'utf8')

/** The canvas is drawn by the desk itself, with what stands around it. */
const byTheDesk = 'CanvasView'

test('every view that a feature draws has a record', () => {
  const recorded = read('screens/views/views.ts') + read('screens/desk/QueryDesk.tsx')
  const drawn = globSync('features/**/*View.tsx', { cwd: source }).filter((file) =>
    read(file).includes('/viewProps.ts'),
  )
  expect(drawn.length).toBeGreaterThan(7)
  const forgotten = drawn
    .map((file) => basename(file, '.tsx'))
    .filter((name) => name !== byTheDesk && !new RegExp(`\\b${name}\\b`).test(recorded))
  expect(forgotten).toEqual([])
})

test('no other file of the screens lists the views', () => {
  const lists = globSync('screens/**/*.{ts,tsx}', { cwd: source }).filter((file) => {
    const named = deskViews.filter((name) => read(file).includes(`'${name}'`))
    return !file.startsWith('screens/views/') && !/\.test\.ts$/.test(file) && named.length > 2
  })
  expect(lists).toEqual([])
})
