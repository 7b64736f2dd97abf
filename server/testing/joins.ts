/**
 * Clients join and leave while others write: each must get every event after the place that it names, once, in order, up to
 * a step that is taken after it joined. The gap that others fell into lies between reading what was and hearing what is new.
 */
import type { Event } from '../../src/model/protocol.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { type Served, serve } from './serve.ts'
import { connect, quirk, type SocketClient } from './socketClient.ts'

export interface JoinFigures {
  joins: number
  /** Events that joiners got. */
  delivered: number
  steps: number
  /** Joins that began where the newest events do not reach back: read from the log. */
  far: number
  /** Joiners that came to a head that had moved on since they were answered. */
  raced: number
}

export async function joinUnderWrites(seed: number, joins: number, atOnce = 8): Promise<JoinFigures> {
  const served = await serve()
  const r = random(seed)
  const figures: JoinFigures = { joins: 0, delivered: 0, steps: 0, far: 0, raced: 0 }
  try {
    const uuid = await served.project('joins')
    const writers = await Promise.all([connect(served), connect(served)])
    for (const writer of writers) await writer.open(uuid)
    const written = { steps: 0, stop: false }
    const writing = writers.map((writer, i) => keepWriting(writer, (i + 1) * 1e9, r, written))
    await until(() => written.steps > 300)
    const side = async () => {
      while (figures.joins < joins) {
        figures.joins += 1
        await joinOnce(served, uuid, writers[0] as SocketClient, r, figures)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, side))
    written.stop = true
    await Promise.all(writing)
    for (const writer of writers) checkContiguous(writer.seqs, 0)
    figures.steps = written.steps
    return figures
  } finally {
    await served.end()
  }
}

async function keepWriting(
  writer: SocketClient,
  from: number,
  r: Random,
  written: { steps: number; stop: boolean },
): Promise<void> {
  for (let n = 1; !written.stop; n += 1) {
    const answer = await writer.push(
      n,
      Array.from({ length: 1 + r.below(3) }, (_, i) => [quirk(from + n * 10 + i)]),
    )
    written.steps += answer.steps.length
    if (r.chance(0.2)) await new Promise((resolve) => setTimeout(resolve, r.below(8)))
  }
}

async function joinOnce(
  served: Served,
  uuid: string,
  writer: SocketClient,
  r: Random,
  figures: JoinFigures,
): Promise<void> {
  const client = await connect(served)
  const head = writer.seqs.at(-1) ?? 0
  const since = r.chance(0.5) ? Math.max(0, head - r.below(50)) : r.below(head)
  client.epoch = writer.epoch
  // Sometimes twice on one socket, as after a snapshot.
  if (r.chance(0.2)) await client.open(uuid, Math.max(0, since - r.below(30)))
  const opened = await client.open(uuid, since)
  if (opened.snapshot) throw new Error('told to read a snapshot')
  const target = opened.head + 1 + r.below(10)
  await until(() => (client.seqs.at(-1) ?? 0) >= target)
  checkContiguous(client.seqs, since)
  checkOwn(client)
  figures.delivered += client.seqs.length
  if (opened.head - since > 2000) figures.far += 1
  if ((client.seqs.at(-1) ?? 0) > opened.head) figures.raced += 1
  client.socket.terminate()
}

function checkContiguous(seqs: readonly number[], since: number): void {
  seqs.forEach((seq, i) => {
    if (seq !== since + 1 + i)
      throw new Error(`after ${since}: place ${i} has ${seq}; around it ${seqs.slice(Math.max(0, i - 5), i + 5)}`)
  })
}

/** The events are whole, and say the number that they came under. */
function checkOwn(client: SocketClient): void {
  for (const event of client.frames.flatMap((frame) => (frame.json_data.events ?? []) as Event[]))
    if (!event.operations[0]?.name.startsWith('quirk')) throw new Error(`event ${event.seq} is cut`)
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 4000) throw new Error('it did not come')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
