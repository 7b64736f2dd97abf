/** A long list that grows by a button, and tells how much of it is shown. What is printed is what is shown. */
import { el } from './el.ts'
import type { Speech } from './speech.ts'

export interface Growing {
  /** The button with what it says, to stand below the list. */
  foot: HTMLElement
  grow(): Promise<void>
}

/** `add`: appends the next rows and answers how many are shown then, and the first of the new ones. */
export function growing(
  all: number,
  add: () => Promise<{ shown: number; first: HTMLElement | undefined }>,
  { say }: Speech,
): Growing {
  const said = el('span', { class: 'soft' })
  const more = el('button', { type: 'button' }, say('report.more'))
  const foot = el('p', { class: 'growing' }, more, said)
  const grow = async () => {
    const { shown } = await step()
    foot.hidden = shown >= all
  }
  const step = async () => {
    const added = await add()
    said.textContent = say('report.shown', { shown: added.shown, all })
    return added
  }
  more.onclick = async () => {
    const { shown, first } = await step()
    foot.hidden = shown >= all
    first?.setAttribute('tabindex', '-1')
    first?.focus()
  }
  return { foot, grow }
}
