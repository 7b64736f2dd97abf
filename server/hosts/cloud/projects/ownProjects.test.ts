import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serveCloud } from '../../../testing/serveCloud.ts'

it('does away with the file of a deleted project when it starts, where it ended before it could', async () => {
  const first = await serveCloud()
  const ann = await first.person('Ann')
  const [deleted, kept] = [await ann.project('Deleted'), await ann.project('Kept')]
  const { pathOf, remove } = first.cloud.host
  const [file, other] = [pathOf(deleted) as string, pathOf(kept) as string]
  // As far as it comes before its end.
  remove(deleted)
  await first.stop()
  expect(existsSync(file)).toBe(true)

  const second = await serveCloud(first.folder)
  expect(existsSync(file)).toBe(false)
  expect(existsSync(other)).toBe(true)
  await second.end()
})
