import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Back } from '#ui/icons.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Book, ChevronDown } from '#ui/moreIcons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { ArticleInSheet } from './ArticleInSheet.tsx'
import styles from './Help.module.css'
import { useHelpArticles } from './useHelpArticles.ts'

interface HelpSheetProps {
  open: boolean
  onClose: () => void
  ids: readonly string[]
}

/** The articles on what a screen is about, read without leaving it. */
export default function HelpSheet({ open, onClose, ids }: HelpSheetProps) {
  const { t } = useLingui()
  const articles = useHelpArticles(ids)
  const [read, setRead] = useState<string>()
  const [title, setTitle] = useState('')
  const close = () => {
    onClose()
    setRead(undefined)
  }
  return (
    <Sheet open={open} onClose={close} title={read === undefined ? t`Help` : title}>
      {read === undefined ? (
        <div className={styles.list}>
          {articles === undefined ? (
            <Skeleton lines={4} />
          ) : articles.length === 0 ? (
            <p className={styles.quiet}>
              <Trans>The articles did not load.</Trans>
            </p>
          ) : (
            <Card flush>
              {articles.map(({ id, title: name, summary }) => (
                <ListRow
                  key={id}
                  leading={<Book />}
                  title={name}
                  subtitle={summary}
                  trailing={<ChevronDown className={styles.turned} />}
                  onClick={() => setRead(id)}
                />
              ))}
            </Card>
          )}
          <div className={styles.ways}>
            <ButtonLink to={path.articles} kind="secondary">
              <Trans>All help</Trans>
            </ButtonLink>
            <ButtonLink to={path.support} search={{ new: 1 }} kind="secondary">
              <Trans>Ask us</Trans>
            </ButtonLink>
          </div>
        </div>
      ) : (
        <div className={styles.list}>
          <Button kind="quiet" size="small" className={styles.back} onClick={() => setRead(undefined)}>
            <Back />
            <Trans>All articles on this</Trans>
          </Button>
          <ArticleInSheet key={read} id={read} onTitle={setTitle} />
        </div>
      )}
    </Sheet>
  )
}
