/** What it costs to open a copy that is on the device and to show its first screen, against reading the same rows by bare SQL. */
import { copyDb, copyOn, duplicate, newRoom, readScreen, showScreen } from './openProject.ts'
import { compare, type Rows, timed } from './row.ts'

export const rows: Rows = async (bench) => {
  const { room } = newRoom(bench)
  const joiner = bench.newPath()
  room.snapshot(joiner, 'joiner')
  room.close()
  const ours = duplicate(bench, joiner)
  const bare = duplicate(bench, joiner)
  copyOn(copyDb(ours), 'Anna').close()
  const row = compare(
    `opening: copy opened, first screen told (${bench.size}) / the same rows by bare SQL`,
    2.5,
    () =>
      timed(() => {
        const copy = copyOn(copyDb(ours), 'Anna')
        showScreen(copy)
        copy.close()
      }),
    () =>
      timed(() => {
        const db = copyDb(bare)
        readScreen(db)
        db.close()
      }),
    9,
  )
  return [row]
}
