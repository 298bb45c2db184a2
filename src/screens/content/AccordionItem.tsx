import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { LanguageCode } from '#contract/calls/account.ts'
import { formatDate } from '#i18n/date.ts'
import { languageByCode } from '#i18n/languages.ts'
import { ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { ArticleBody } from '#widgets/content/ArticleBody.tsx'
import { Text } from '#ui/Text.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './Announcements.module.css'

export interface AccordionItemProps {
  title: string
  summary?: string
  html: string
  at: number
  lang: LanguageCode
  mark?: ReactNode
  /** It is what somebody came for: open, and brought into sight. */
  isRequested?: boolean
}

/** A title that opens into its text. */
export function AccordionItem({ title, summary, html, at, lang, mark, isRequested = false }: AccordionItemProps) {
  const [isOpen, setOpen] = useState(isRequested)
  const detailsElement = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isRequested) return
    // After the router has put the screen to its top.
    const timer = setTimeout(() => detailsElement.current?.scrollIntoView({ block: 'start' }))
    return () => clearTimeout(timer)
  }, [isRequested])
  const locale = languageByCode(lang)?.locale
  return (
    <li>
      <details ref={detailsElement} open={isOpen} className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.words} lang={locale}>
            <Text as="span" size="inherit" weight="medium" className={styles.title}>
              {title}
            </Text>
            {summary && (
              <Text as="span" tone="muted">
                {summary}
              </Text>
            )}
            <Row as="span" wrap align="center" gap={3} rowGap={1} className="text-small tone-quiet">
              <time dateTime={new Date(at).toISOString()}>{formatDate(at)}</time>
              {mark}
            </Row>
          </span>
          <ChevronDownIcon className={styles.arrow} />
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
