import { facts } from '../data/server/serverFacts.ts'

/** In a tab of its own: the work stays where it is. */
export function openHelp(): void {
  open(facts().help, '_blank', 'noreferrer')
}
