import { type ReactNode, useState } from 'react'
import type { LanguageCode } from '#contract/calls/account.ts'
import { formatDay } from '#i18n/date.ts'
import { languageOf } from '#i18n/languages.ts'
import { ChevronDown } from '#ui/moreIcons.tsx'
import { ArticleBody } from '#widgets/ArticleBody.tsx'
import styles from './Announcements.module.css'

export interface FoldedTextProps {
  title: string
  summary?: string
  html: string
  at: number
  lang: LanguageCode
  mark?: ReactNode
}

/** A title that opens into its text. */
export function FoldedText({ title, summary, html, at, lang, mark }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false)
  const locale = languageOf(lang)?.locale
  return (
    <li>
      <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.words} lang={locale}>
            <span className={styles.title}>{title}</span>
            {summary && <span className={styles.summary}>{summary}</span>}
            <span className={styles.facts}>
              <time dateTime={new Date(at).toISOString()}>{formatDay(at)}</time>
              {mark}
            </span>
          </span>
          <ChevronDown className={styles.arrow} />
        </summary>
        {/* The cleaner is fetched with the first text that is opened, not before. */}
        {isOpen && (
          <div className={styles.text}>
            <ArticleBody html={html} lang={locale} />
          </div>
        )}
      </details>
    </li>
  )
}
