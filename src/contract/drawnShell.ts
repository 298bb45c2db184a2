/** The screens whose first frame the server sends as a page. */
export type PrerenderedScreenName = 'home' | 'markets' | 'signIn' | 'register' | 'chart' | 'article'

/** What stands outside of any screen while no code has come. */
export interface AppLoadingPageTexts {
  promise: string
  lost: string
  again: string
}

/** One screen as it stands before any answer has come, in one language. */
export interface PrerenderedScreen {
  name: PrerenderedScreenName
  path: string
  code: string
  locale: string
  words: AppLoadingPageTexts
  markup: string
  /** Of somebody who is signed in, where that looks different. */
  own: string | undefined
  /** With places for what the server fills in (src/contract/embeddedReply.ts): a file of its own beside the one before any answer. */
  variant?: string
  /** The title of the page where it is not the screen's. */
  title?: string
}
