import { facts } from '../data/server/serverFacts.ts'
import { pathNow } from './hash.ts'

/** In a tab of its own: the work stays where it is. The guide inside the page is opened where it tells of the view that is shown, if any is. */
export function openHelp(): void {
  const { help } = facts()
  const [, view] = /^\/projects\/[^/]+\/([^/]+)/.exec(pathNow()) ?? []
  open(view && help.startsWith('#') ? `${help}/views/${view}` : help, '_blank', 'noreferrer')
}
