import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  /** It is what somebody came for: open, and brought into sight. */
  asked?: boolean
}

/** A title that opens into its text. */
export function FoldedText({ title, summary, html, at, lang, mark, asked = false }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(asked)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!asked) return
    // After the router has put the screen to its top.
    const later = setTimeout(() => fold.current?.scrollIntoView({ block: 'start' }))
    return () => clearTimeout(later)
  }, [asked])
  const locale = languageOf(lang)?.locale
  return (
    <li>
      <details ref={fold} open={isOpen} className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
