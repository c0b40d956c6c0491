export interface OwnerProps {
  name: string;
  /** Changes with the picture; undefined without one. */
  pictureVersion: string | undefined;
}

/** The name and the picture of the installation. */
export function Owner({ name, pictureVersion }: OwnerProps) {
  return (
    <p className="mb-8 flex items-center gap-3">
      {pictureVersion !== undefined && (
        // The alternative text is empty, because the name is beside the picture.
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
