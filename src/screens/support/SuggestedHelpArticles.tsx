import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { supportTopicHelpArticles, type SupportTicketTopic } from '#contract/calls/support.ts'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BookIcon, ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { HelpArticleSheet } from '#widgets/help/HelpArticleSheet.tsx'
import { useHelpArticles } from '#widgets/help/useHelpArticles.ts'
import styles from './Support.module.css'

/** Articles that may answer it at once, read without leaving what is being written. They stand in nobody's way. */
export function SuggestedHelpArticles({ topic }: { topic: SupportTicketTopic }) {
  const { t } = useLingui()
  const articles = useHelpArticles(supportTopicHelpArticles[topic])
  const [read, setRead] = useState<string>()
  if (!articles || articles.length === 0) return null
  return (
    <Section title={t`This may help at once`}>
      <Card flush>
        {articles.map(({ id, title }) => (
          <ListRow
            key={id}
            leading={<BookIcon />}
            title={title}
            trailing={<ChevronDownIcon className={styles.turned} />}
            onClick={() => setRead(id)}
          />
        ))}
      </Card>
      <p className={styles.quiet}>
        <Trans>Does it not? Write to us below.</Trans>
      </p>
      <HelpArticleSheet id={read} onClose={() => setRead(undefined)} />
    </Section>
  )
}
