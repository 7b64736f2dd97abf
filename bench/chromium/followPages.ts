/** Looks at the pages of a browser now and then: what has changed on one is progress, as a bar that grows or a project that is being loaded. */
import type { BrowserContext, Page } from 'playwright-core'
import { progressed } from '../progress.ts'

/** In ms: seldom enough not to be seen in what is measured. */
const every = 10_000

/** Returns what ends it. */
export function followPages(context: BrowserContext): () => void {
  // A page that is busy answers later, one that goes never.
  const look = async (page: Page) => {
    if (await page.evaluate(isOther).catch(() => false)) progressed()
  }
  const timer = setInterval(() => {
    for (const page of context.pages()) void look(page)
  }, every)
  return () => clearInterval(timer)
}

/** In the page: than when it was asked last. */
function isOther(): boolean {
  const held: { tab?: Window['tab']; shown?: string } = window
  const bars = Array.from(document.querySelectorAll('[role=progressbar]'), (bar) => bar.ariaValueNow)
  const shown = JSON.stringify([held.tab?.state(), document.body.textContent, bars])
  const before = held.shown
  held.shown = shown
  return shown !== before
}
