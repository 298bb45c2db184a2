import { type LanguageCode, languageCodes } from '#contract/calls/account.ts'

/** The language every text is written in first; it stands in where a translation is missing. */
export const sourceLanguage: LanguageCode = 'en-us'

/** Folders of `db/seed/content` carry BCP 47 names, rows carry the codes of the wire (house 3.8). */
const folders: Record<LanguageCode, string> = {
  'en-us': 'en',
  jp: 'ja',
  ko: 'ko',
  mlxy: 'ms',
  tai: 'th',
  vl: 'vi',
  xi: 'es',
  'zh-cn': 'zh-Hans',
  'zh-tw': 'zh-Hant',
}

/** Every wire code with the folder of its texts. */
export const languageFolders = languageCodes.map((lang) => ({ lang, folder: folders[lang] }))
