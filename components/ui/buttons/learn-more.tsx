import { Link } from '#components/ui/buttons/link.tsx';
import { learnMorePath, type Topic } from '#lib/client/learn-more.ts';

/** Leads from a screen to the heading of the documents that explains it. */
export const LearnMore = ({ about }: { about: Topic }) => (
  <Link href={learnMorePath(about)}>Learn more</Link>
);
