/** How often things may be tried, and how fast tries come back (seconds). */

/** At one account from one address, and at one's own password in a session. */
export const own = { most: 10, every: 60 }
/** At all accounts from one address, a campus behind one too: those who have signed in from there before are not counted. */
export const ofAddress = { most: 100, every: 10 }
/** At one account from all addresses that it does not know: 460 in the first hour. Those that it knows are neither counted there nor shut out. */
export const fromElsewhere = { most: 100, every: 10 }
/** Codes of the second factor, where the password was right. */
export const codes = { most: 10, every: 300 }
/** Mails with a link to set a password: to one account by one address, by all, and by one address to all. */
export const mails = { most: 3, every: 300 }
export const mailsToOne = { most: 20, every: 300 }
export const mailsOfAddress = { most: 20, every: 60 }
export const invitations = { most: 50, every: 60 }
/** By one address: a class of students may make theirs in one room. */
export const registrations = { most: 60, every: 60 }
/** Links that are none, from one address. */
export const links = { most: 30, every: 60 }
/** Ways to a provider of sign-ins that are begun from one address, a campus behind one too, and words of providers that are none. */
export const ssoBegun = { most: 300, every: 1 }
export const ssoLogouts = { most: 60, every: 10 }
/** Keys of activation that are none, from one address: an office may share it. */
export const keys = { most: 30, every: 60 }
