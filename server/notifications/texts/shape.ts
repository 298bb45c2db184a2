import type { TranslatableText } from '../../core/i18n.ts'

/** Notices by their kind. */
export type NoticeTexts = Record<string, { title: TranslatableText; content: TranslatableText }>
