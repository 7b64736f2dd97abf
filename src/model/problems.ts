/**
 * The error catalogue: expected failures are values of this closed union. Each kind has its text under the i18n key
 * `problem.{kind}`, with the other fields as its arguments. Specification 1 §5 and §8, 2 §5 and §8.
 */
export type Problem =
  // coding and texts
  | { kind: 'highlightWhileEditing' }
  | { kind: 'answerNotFound' }
  | { kind: 'sourceNotFound' }
  | { kind: 'quirkNotFound' }
  | { kind: 'highlightNotFound' }
  | { kind: 'memoNotFound' }
  | { kind: 'questionNotFound' }
  /** The project has no sound of this hash. */
  | { kind: 'soundNotFound' }
  | { kind: 'groupNotFound' }
  | { kind: 'notFound'; table: string }
  | { kind: 'emptySelection' }
  | { kind: 'textChanged' }
  | { kind: 'outsideText'; start: number; length: number; textLength: number }
  | { kind: 'badEdit'; detail: string }
  | { kind: 'lastQuestion' }
  // quirks and groups
  | { kind: 'quirkAlreadyAdded' }
  | { kind: 'noParentToChildQuirk' }
  | { kind: 'quirkNestingIssue' }
  | { kind: 'mergeIntoItself' }
  | { kind: 'groupNameRequired' }
  | { kind: 'groupExists'; name: string }
  | { kind: 'keyNameRequired' }
  | { kind: 'keyRequiresValue' }
  | { kind: 'keyExists'; name: string }
  | { kind: 'keyEmpty' }
  | { kind: 'valueEmpty' }
  | { kind: 'valueExists'; name: string }
  | { kind: 'onlyOneWord' }
  | { kind: 'wordEmpty' }
  | { kind: 'wordAlreadyExists'; word: string }
  | { kind: 'shortcutKeyTaken'; key: string }
  | { kind: 'settingOutOfRange'; key: string; least: number; most: number }
  | { kind: 'emptyMessage' }
  | { kind: 'badFilter'; detail: string }
  | { kind: 'queryTitleRequired' }
  | { kind: 'queryExists'; name: string }
  | { kind: 'queryNotFound' }
  // the SQL console
  | { kind: 'statementRefused' }
  /** In SQLite's words; `at`: where, in units of the statement; -1: not known. */
  | { kind: 'statementWrong'; words: string; at: number }
  | { kind: 'statementStopped' }
  | { kind: 'statementTooSlow'; seconds: number }
  | { kind: 'statementTooMuch' }
  | { kind: 'statementTitleRequired' }
  | { kind: 'statementExists'; name: string }
  | { kind: 'statementNotFound' }
  // undo
  | { kind: 'nothingToUndo' }
  | { kind: 'nothingToRedo' }
  /** What was to be taken back is no longer the last step. */
  | { kind: 'laterStep' }
  /** Others have changed all of it meanwhile. */
  | { kind: 'leftAlone' }
  | { kind: 'unfinishedCompound' }
  // the room
  | { kind: 'readOnly' }
  /** `deleted`: whether from everybody, with the project; left out: that is not told. */
  | { kind: 'accessRevoked'; deleted?: boolean }
  /** `of` and `title`: what it was, from a copy that knows it. */
  | { kind: 'parentRemoved'; of?: 'quirk' | 'source'; title?: string }
  | { kind: 'idExists' }
  | { kind: 'notCanonical' }
  | { kind: 'tooLong'; most: number }
  /** `header`: the one for which a call is not taken as one of our page or of a program. */
  | { kind: 'foreignCall'; header: string }
  | { kind: 'foreignAuthor' }
  | { kind: 'answerExists' }
  | { kind: 'badRequest'; detail: string }
  | { kind: 'unexpectedResponse' }
  | { kind: 'storageFailed'; detail: string }
  /** That of the server. */
  | { kind: 'diskFull' }
  // files and projects
  | { kind: 'projectNotFound'; name: string }
  | { kind: 'fileNotFound'; name: string }
  | { kind: 'fileExists'; name: string }
  /** A copy is to lie where the project itself does. */
  | { kind: 'copyOntoItself'; name: string }
  | { kind: 'folderNotFound'; name: string }
  /** A folder of another machine. */
  | { kind: 'folderNotAnswering'; name: string }
  | { kind: 'notAProject'; name: string }
  | { kind: 'truncatedProject'; name: string }
  | { kind: 'newerProject'; name: string; version: number }
  | { kind: 'projectLocked'; name: string }
  /** By a password, which is only asked for on the command line. */
  | { kind: 'protectedProject'; name: string }
  /** A project is protected when it is made, and this one is there without. */
  | { kind: 'unprotectedProject'; name: string }
  | { kind: 'cannotSave'; message: string }
  | { kind: 'noPermission'; name: string }
  /** The system could not put the file there; it is as it was. */
  | { kind: 'noTrash'; name: string }
  | { kind: 'fileTypeNotSupported'; name: string }
  | { kind: 'conversionFailed'; name: string; detail: string }
  /** All pages of a PDF, so many, are pictures: OCR import reads them. */
  | { kind: 'scanned'; name: string; count: number }
  | { kind: 'noQuirksToExport' }
  /** `bound`: of what there are more than `most`, where it is not the bytes of the file: bytes or files that an archive holds, characters of a text. */
  | { kind: 'fileTooLarge'; name: string; most: number; bound?: 'unpacked' | 'entries' | 'text' }
  | { kind: 'qdeMissing'; name: string }
  /** More than a zip archive holds. */
  | { kind: 'exportTooLarge' }
  /** In the machine's words. */
  | { kind: 'exportFailed'; detail: string }
  /** 2 §5: it is the base of the merge itself. */
  | { kind: 'alreadyMaster' }
  /** Rows of all projects together. */
  | { kind: 'mergeTooLarge'; most: number }
  /** Rows of all projects together, or what one step can hold: more only becomes a project of its own. */
  | { kind: 'mergeIntoTooLarge' }
  /** Others have worked in the open project: what was shown is not what would come of it. */
  | { kind: 'mergeChanged' }
  /** In the machine's words. */
  | { kind: 'mergeFailed'; detail: string }
  | { kind: 'missingProjectName' }
  | { kind: 'baseStructureFailed' }
  | { kind: 'protectionFailed' }
  /** Another window has given it another password meanwhile. */
  | { kind: 'protectionChanged' }
  /** Of a protected project: this copy shows signs in its place, and must not write over it. */
  | { kind: 'textUnreadable' }
  /** `author`: whose step it came with, or whose memo or message it is. */
  | { kind: 'textUnreadableBy'; author: string }
  // history, versions, backups
  /** The log does not reach back so far any more. */
  | { kind: 'stepForgotten' }
  | { kind: 'versionNotFound' }
  | { kind: 'versionNameRequired' }
  | { kind: 'tooManyVersions'; most: number }
  | { kind: 'backupNotFound' }
  /** Its bytes are not those that were written. */
  | { kind: 'backupDamaged' }
  /** What has changed since is more than goes as one step: it can be opened as a project of its own. */
  | { kind: 'stateTooLarge' }
  | { kind: 'sealedState' }
  // this browser
  | { kind: 'ownedByAnotherTab' }
  | { kind: 'noSharedWorker' }
  | { kind: 'noStorage'; detail: string }
  /** A newer version of the program has been here: its copy in this browser may hold what was never sent. */
  | { kind: 'newerCopy' }
  /** In MB. */
  | { kind: 'noRoom'; needed: number; free: number }
  | { kind: 'deviceFull' }
  | { kind: 'tooLargeForMemory'; size: number; most: number }
  | { kind: 'copyLost' }
  /** The browser gives the page no more memory. */
  | { kind: 'tooLarge' }
  | { kind: 'stepsLost'; count: number }
  | { kind: 'stillLoading' }
  | { kind: 'loadCut' }
  | { kind: 'loadStopped' }
  /** A long step, by whoever began it. */
  | { kind: 'stepStopped' }
  | { kind: 'stepsSetAside'; count: number }
  | { kind: 'cannotOpen'; detail: string }
  | { kind: 'cannotConnect' }
  /** A copy of a project under another name. */
  | { kind: 'copyNeedsServer' }
  /** 2 §4, §8. */
  | { kind: 'serverStarting' }
  | { kind: 'socketClosed' }
  /** What the server says that others have done cannot be done on what it has sent before. */
  | { kind: 'serverAstray' }
  | { kind: 'noTicket' }
  | { kind: 'notSignedIn' }
  /** Heard by who holds a token that was once this account's. */
  | { kind: 'accountDeleted' }
  // accounts and sharing
  /** By whoever runs the server. */
  | { kind: 'accountDisabled' }
  /** Of a sign-in with a provider: it was not begun here, took too long, or the provider's answer was not as it must be. */
  | { kind: 'ssoFailed' }
  /** The provider does not vouch for the email. */
  | { kind: 'emailUnproven' }
  /** The provider knows them, and this server has no account for them. */
  | { kind: 'notAdmitted' }
  /** The account has no password, and its last provider is to be unlinked. */
  | { kind: 'onlySignIn' }
  /** An account without a password confirms by a session that has just begun. */
  | { kind: 'signInAgain' }
  /** The groups of their provider do not let them make projects. */
  | { kind: 'mayNotCreate' }
  /** The same words for an address that nobody has and for a wrong password. */
  | { kind: 'wrongSignIn' }
  /** `name`: of the project that it does not open; left out: it is that of an account. */
  | { kind: 'wrongPassword'; name?: string }
  /** The password was right: the code of the second factor is wanted. */
  | { kind: 'codeNeeded' }
  | { kind: 'wrongCode' }
  /** On this server everybody has a second factor, and this account has none yet. */
  | { kind: 'factorDemanded' }
  /** In seconds. */
  | { kind: 'tooManyTries'; wait: number }
  | { kind: 'invalidEmail' }
  | { kind: 'emailsDoNotMatch' }
  | { kind: 'bothPasswords' }
  | { kind: 'passwordRequired' }
  | { kind: 'passwordsDoNotMatch' }
  | { kind: 'noPassword' }
  | { kind: 'passwordTooShort'; least: number }
  | { kind: 'passwordTooLong'; most: number }
  | { kind: 'passwordTooCommon' }
  | { kind: 'accountNameRequired' }
  | { kind: 'emailTaken' }
  /** Without mail nobody can show that an email is theirs. */
  | { kind: 'emailByOperator' }
  /** A link of a mail that was used, is too old, or is none. */
  | { kind: 'linkExpired' }
  | { kind: 'registrationClosed' }
  | { kind: 'notOperator' }
  | { kind: 'accountNotFound' }
  | { kind: 'ownAccount' }
  /** So many of the account's own are shared: they are handed over before it goes. */
  | { kind: 'sharedProjects'; count: number }
  | { kind: 'accountDeletionFailed' }
  | { kind: 'projectNameTaken' }
  | { kind: 'quotaExceeded'; most: number }
  | { kind: 'tooManyProjects'; most: number }
  /** Of a step: as far as it adds, its owner's projects have no room for it. In MB. */
  | { kind: 'projectFull'; most: number }
  | { kind: 'mailFailed' }
  | { kind: 'pageTooOld' }
  // transcription
  /** `left`: seconds of this month. */
  | { kind: 'noSecondsLeft'; left: number }
  /** Where payment is on: the account has none for transcription. */
  | { kind: 'noSubscription' }
  | { kind: 'transcriptionNotFound' }
  | { kind: 'transcriptionFailed'; reason: TranscriptionFailure }
  // payment
  /** This server takes none. */
  | { kind: 'noPayments' }
  /** Before that the account may only use what is shared with it, and read its own. */
  | { kind: 'paymentRequired' }
  | { kind: 'priceNotFound' }
  | { kind: 'couponInvalid' }
  /** The product is on trial: it has to be paid for first. */
  | { kind: 'trialling'; product: string }
  | { kind: 'alreadySubscribed' }
  | { kind: 'studentFileNeeded' }
  /** Stripe could not be asked. */
  | { kind: 'paymentUnavailable' }
  // activation of a desktop
  | { kind: 'activationKeyRequired' }
  | { kind: 'activationFailed'; reason: ActivationFailure; detail: string }
  | { kind: 'trialExtensionFailed'; reason: ActivationFailure; detail: string }

/** `untrusted`: not signed as it should be; `said`: in the words of the endpoint, `detail`. */
export type ActivationFailure = 'unknown' | 'spent' | 'unreachable' | 'untrusted' | 'said'

/** It could not be opened, is no sound, is longer than was said, or is not there any more; else the engine has failed at it. */
export type TranscriptionFailure = 'sealed' | 'sound' | 'longer' | 'missing' | 'engine'

export type ProblemKind = Problem['kind']

export type Result<T> = { ok: T } | { problem: Problem }

export const ok = <T>(value: T): { ok: T } => ({ ok: value })
export const problem = <P extends Problem>(value: P): { problem: P } => ({ problem: value })
export const isProblem = <T>(result: Result<T>): result is { problem: Problem } => 'problem' in result

/** An expected failure on its way out of a transaction, which rolls back; turned into a `Result` at the transaction's border. */
export class Refusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}
export const refuse = (problem: Problem): never => {
  throw new Refusal(problem)
}
/** Runs `body`; a refusal within it becomes the result. */
export function attempt<T>(body: () => T): Result<T> {
  try {
    return { ok: body() }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem }
    throw error
  }
}
