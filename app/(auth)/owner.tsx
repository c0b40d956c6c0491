export interface OwnerProps {
  name: string;
  /** Undefined without a picture. */
  pictureVersion: string | undefined;
}

/** Whose installation it is. */
export function Owner({ name, pictureVersion }: OwnerProps) {
  return (
    <p className="mb-8 flex items-center gap-3">
      {pictureVersion !== undefined && (
        // The name beside it says the same.
        <img
          src={`/installation/picture?v=${pictureVersion}`}
          alt=""
          className="h-10 max-w-32 shrink-0 rounded object-contain"
        />
      )}
      <span className="min-w-0 text-lg font-semibold tracking-tight">{name}</span>
    </p>
  );
}
