import { type LanguageCode, supportedLanguages } from '#contract/languages.ts'

/** The language every text is written in first; it stands in where a translation is missing. */
export const contentSourceLanguage: LanguageCode = 'en-us'

/** Every wire code with the folder of its texts: `db/seed/content` goes by BCP 47 names. */
export const contentLanguageFolders = supportedLanguages.map(({ code, locale }) => ({ lang: code, folder: locale }))
