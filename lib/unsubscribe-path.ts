/** The page that ends a digest, and takes the POST of RFC 8058. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
