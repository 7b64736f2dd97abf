import type { Problem } from '../../model/problems.ts'

export type AccountField = 'name' | 'email' | 'emailAgain' | 'password' | 'passwordAgain' | 'code'

/** The field of a form about an account at which a problem is to be read; null: it is about the form as a whole. */
export function fieldOf({ kind }: Problem): AccountField | null {
  switch (kind) {
    case 'accountNameRequired':
      return 'name'
    case 'invalidEmail':
    case 'emailTaken':
      return 'email'
    case 'emailsDoNotMatch':
      return 'emailAgain'
    case 'passwordsDoNotMatch':
      return 'passwordAgain'
    case 'passwordRequired':
    case 'passwordTooShort':
    case 'passwordTooLong':
    case 'passwordTooCommon':
    case 'wrongPassword':
      return 'password'
    case 'codeNeeded':
    case 'wrongCode':
      return 'code'
    default:
      return null
  }
}
