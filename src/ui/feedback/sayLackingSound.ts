import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { toast } from './toast.ts'

/** Says of a project that was just made, and is called `name`, that not all sound of its recordings has come along, and why. */
export const sayLackingSound = (t: Translate, name: string, why: { readonly kind: string }): void =>
  toast.show({ kind: 'error', message: t('sound.notAllCame', { name }), note: problemText(why) })
